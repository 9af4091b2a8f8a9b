-- What queues keep beside the engine's own tables.

-- The queues that a process takes work off: empty for one that only answers requests.
alter table worker_heartbeats add column queues text[] not null default '{}';

-- What drain mode acknowledged, by queue.
alter table workflow_marks add column queue text;
create index workflow_marks_drained_idx on workflow_marks (queue, at) where mark = 'drained';

-- Listing the letters of one queue, and counting those that were not sent again.
create index dead_letters_queue_idx on dead_letters (queue, failed_at desc, id);
create index dead_letters_open_idx on dead_letters (failed_at) where retried_at is null;

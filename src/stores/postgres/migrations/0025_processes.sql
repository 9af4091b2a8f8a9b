-- What an operator wants to know of each living process. Processes of releases before this one write neither.
alter table worker_heartbeats add column role text not null default 'unknown';
alter table worker_heartbeats add column version text not null default 'unknown';

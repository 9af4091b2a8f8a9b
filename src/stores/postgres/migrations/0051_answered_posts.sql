-- Of a post in doubt, in real time: when the provider answered it, without saying what became of it.
alter table queued_checks add column answered_at timestamptz;
create index queued_checks_answered_at_idx on queued_checks (answered_at) where answered_at is not null;

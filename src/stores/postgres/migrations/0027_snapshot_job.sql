-- The weekly run of snapshots (specification 4.6) is a job, so that operators choose when.
insert into jobs (id, name, type, cron_schedule, is_enabled, config, is_default, created_at, updated_at) values
  ('job_backlink_snapshots', 'Backlink snapshots', 'backlink_snapshots', '0 4 * * 1', true, '{}', true, now(), now());

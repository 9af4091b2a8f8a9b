-- Whole-store crawls are jobs and only jobs. The paid store is crawled when an operator wants it: the job that came
-- with the service goes to sleep, unless it was changed. The free store gets a job in the place of its schedule.

update jobs set is_enabled = false, next_run_at = null
where id = 'job_admin_catalog_refresh' and is_enabled and updated_at = created_at;

insert into jobs (id, name, type, cron_schedule, is_enabled, config, is_default, created_at, updated_at) values (
  'job_store_a_catalog_refresh', 'Catalog refresh, App Store', 'admin_catalog_refresh', '0 2 * * 1', true,
  '{"platform": "store_a", "all_categories": true, "related_app_depth": 0}',
  true, now(), now()
);

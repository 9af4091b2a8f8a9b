-- Questions about app stores go through the provider's queue beside checks of result pages: the same posts, the same
-- deliveries, the same rescue of what is lost.

alter table queued_checks
  -- What is asked and on whose behalf: { "request": ..., "scope": ... }. Null: a check of a result page.
  add column app_task jsonb,
  alter column keyword_id drop not null,
  alter column engine drop not null,
  alter column channel drop not null,
  add constraint queued_checks_subject_check check ((app_task is null) = (keyword_id is not null));

-- kept: the answer to an app task, which its workflow reads from here.
alter table serp_answers
  drop constraint serp_answers_status_check,
  add constraint serp_answers_status_check check (status in ('received', 'unknown', 'unreadable', 'kept'));

-- The 52 weeks before an onboarding come with it, as a part of its own. A domain whose past was filled in by a weekly run has that part.
alter table domain_fetches drop constraint domain_fetches_part_check;
alter table domain_fetches add constraint domain_fetches_part_check
  check (part in ('backlinks', 'referring_domains', 'keywords', 'summary', 'history', 'properties'));

insert into domain_fetches (domain_id, part, status, rows_fetched, rows_total, is_whole, cost_usd, started_at, completed_at)
select domain_id, 'history', 'complete', count(backlinks_count), count(backlinks_count), true, sum(cost_usd), min(captured_at), max(captured_at)
from domain_summaries where source = 'history' group by domain_id;

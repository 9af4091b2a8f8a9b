-- First checks look whether their page is on its way through the provider's queue.
create index queued_checks_keyword_id_idx on queued_checks (keyword_id) where status in ('planned', 'posting', 'posted');

-- A call that the provider's books do not know was not made: its row stays, and counts as no request.
-- `unmade`: how many of the rows (`calls`) are of such calls.
alter table cost_hours add column unmade bigint not null default 0;

with corrected as (
  update api_costs set request_count = 0 where is_confirmed = 0 and cost_usd = 0
  returning date_trunc('hour', created_at, 'UTC') as hour, project_id, service, run_id, part
),
sums as (
  select hour, project_id, service, run_id, count(*) as unmade, count(*) filter (where part = 0) as requests
  from corrected group by 1, 2, 3, 4
)
update cost_hours h set requests = h.requests - sums.requests, unmade = sums.unmade
from sums
where h.hour = sums.hour and h.service = sums.service
  and h.project_id is not distinct from sums.project_id and h.run_id is not distinct from sums.run_id;

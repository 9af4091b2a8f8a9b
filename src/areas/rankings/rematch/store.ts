import type { Sql } from '#stores/postgres/types.ts';
import { IS_OWN, OWN_ASSETS, type OutcomeRow } from '../ingest/store/ingest.ts';

/** The newest outcome of a target, as a stored check gives it now. */
export interface NewestOutcome extends Omit<OutcomeRow, 'line'> {
  readonly keyword_id: string;
  readonly engine: string;
  readonly previous_position: number | null;
  readonly previous_rank_group: number | null;
  readonly checked_depth: number;
  readonly check_ts: string;
  readonly check_date: string;
  readonly run_id: string;
  readonly provider: string;
  readonly cost_usd: number;
  readonly serp_features: readonly string[];
}

/**
 * Shows newest outcomes among the newest positions, unless a newer check has come since. A failure
 * after them stays, with the outcome as the last good one. Twice changes nothing.
 */
export async function upsertNewest(sql: Sql, rows: readonly NewestOutcome[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(UPSERT_NEWEST, [JSON.stringify(rows), now]);
}

const UPSERT_NEWEST = `
with told as materialized (
  select * from json_to_recordset($1::json) as o (
    project_id text, keyword_id text, engine text, channel text, domain text, asset_id text, asset_name text, relationship text, status text,
    position integer, rank_group integer, previous_position integer, previous_rank_group integer, url text, title text, is_featured_snippet boolean, cited_place smallint, checked_depth integer,
    check_ts timestamptz, check_date date, run_id text, provider text, cost_usd numeric, serp_features text[])
),
own as materialized (${OWN_ASSETS}),
outcome as materialized (
  select * from told where ${IS_OWN}
),
noted as (
  insert into ranking_changes select distinct project_id, 1 from told
)
insert into current_rankings as known (
  project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code, language_code, asset_id, asset_name,
  relationship, status, position, rank_group, previous_position, previous_rank_group, url, title, is_featured_snippet, cited_place, checked_depth,
  check_ts, check_date, run_id, provider, cost_usd, serp_features, is_recomputed, updated_at)
select
  o.project_id, o.keyword_id, o.engine, o.channel, o.domain, k.keyword_text, k.normalized_text, k.device, k.location_code, k.language_code,
  o.asset_id, o.asset_name, o.relationship, o.status, o.position, o.rank_group, o.previous_position, o.previous_rank_group, o.url, o.title,
  o.is_featured_snippet, o.cited_place, o.checked_depth, o.check_ts, o.check_date, o.run_id, o.provider, o.cost_usd, o.serp_features, true, $2
from outcome o
join keywords k on k.id = o.keyword_id
on conflict (project_id, keyword_id, engine, channel, domain) do update set
  asset_id = excluded.asset_id, asset_name = excluded.asset_name, relationship = excluded.relationship,
  status = case when known.failed_at > excluded.check_ts then known.status else excluded.status end,
  position = excluded.position, rank_group = excluded.rank_group, previous_position = excluded.previous_position,
  previous_rank_group = excluded.previous_rank_group, url = excluded.url, title = excluded.title, is_featured_snippet = excluded.is_featured_snippet,
  cited_place = excluded.cited_place, checked_depth = excluded.checked_depth, check_ts = excluded.check_ts, check_date = excluded.check_date, run_id = excluded.run_id,
  provider = excluded.provider, cost_usd = excluded.cost_usd, serp_features = excluded.serp_features, is_recomputed = true,
  updated_at = excluded.updated_at
where (known.check_ts is null or known.check_ts <= excluded.check_ts)
  and (known.run_id, known.asset_id, known.relationship, known.position, known.rank_group, known.previous_position,
      known.previous_rank_group, known.url, known.title, known.cited_place)
    is distinct from
    (excluded.run_id, excluded.asset_id, excluded.relationship, excluded.position, excluded.rank_group, excluded.previous_position,
      excluded.previous_rank_group, excluded.url, excluded.title, excluded.cited_place)`;

import { isUnstorable } from '#stores/postgres/index.ts';
import { packBytes } from '#kernel/packed-bytes.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { SerpCheck } from '../../check.ts';
import type { SerpRun } from '../../runs/serp-run.ts';
import { INSERT_QUERY, RUN_COLUMNS, toQueryValues, toRunValues } from '../../runs/store/run-values.ts';
import type { Channel, Relationship } from '../../vocabulary.ts';

export { isUnstorable };

/** The outcome of a good check for one project and target. Names are those of the statement below. */
export interface OutcomeRow {
  readonly project_id: string;
  readonly channel: Channel;
  readonly domain: string;
  readonly asset_id: string | null;
  readonly asset_name: string | null;
  readonly relationship: Relationship;
  readonly status: 'ranked' | 'not_found';
  readonly position: number | null;
  readonly rank_group: number | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly is_featured_snippet: boolean;
  /** The row of `ranking_history` as a JSON line. */
  readonly line: string;
}

/** What a check changes for one project that tracks its keyword. */
export interface ProjectCheck {
  readonly project_id: string;
  /** Null: by hand only. */
  readonly next_check: string | null;
  /** Whether the check was as deep as the project wants, so that it counts as the one that was due. */
  readonly is_due_check: boolean;
}

/** A row whose target the project no longer watches. */
export interface StaleRow {
  readonly project_id: string;
  readonly channel: Channel;
  readonly domain: string;
}

export interface AppliedPage {
  readonly check: SerpCheck;
  readonly run: SerpRun;
  readonly checkDate: string;
  /** JSON of all results; undefined when the run is stored already. */
  readonly results: string | undefined;
  readonly outcomes: readonly OutcomeRow[];
  readonly projects: readonly ProjectCheck[];
  readonly stale: readonly StaleRow[];
  /** Rows of the analytics table `serp_runs` as JSON lines. */
  readonly resultLines: string;
  readonly resultLinesCount: number;
  /** The row of the analytics table `serp_checks` as a JSON line. */
  readonly checkLine: string;
  /** Real time. */
  readonly appliedAt: Date;
}

/**
 * Everything that a page changes, in one statement and so in one transaction and one round trip: the query,
 * the run, the newest positions, the next checks, and the rows for ClickHouse. A run that was applied before
 * is not applied again: results are shipped when the run is first applied, history also for positions that
 * change later (a project that joins a shared run).
 * @returns whether the run was applied for the first time
 */
export async function applyPage(sql: Sql, page: AppliedPage): Promise<boolean> {
  const { check, run } = page;
  const { rows } = await sql.query<{ is_new: boolean }>(
    APPLY_PAGE,
    [
      ...toQueryValues(check, { queryId: run.queryId, createdAt: run.checkTs }),
      ...toRunValues({ run, results: page.results ?? null, checkDate: page.checkDate }),
      page.appliedAt,
      JSON.stringify(page.outcomes),
      JSON.stringify(page.projects),
      JSON.stringify(page.stale),
      packBytes(page.resultLines),
      page.resultLinesCount,
      page.checkLine,
    ],
    'rankings-apply-page',
  );
  return rows[0]?.is_new ?? false;
}

/**
 * Sets the next checks of the projects that track a keyword; $2, $7, $8 and $9 are those of `toQueryValues`.
 * @param projects the parameter with their `ProjectCheck`s, as JSON
 */
export function toMoveChecks(projects: string): string {
  return `
  update tracked_keywords tracked
  set checked_at = $9, next_check = case when p.is_due_check then p.next_check else tracked.next_check end
  from json_to_recordset(${projects}::json) as p (project_id text, next_check timestamptz, is_due_check boolean)
  where tracked.project_id = p.project_id and tracked.keyword_id = $2 and tracked.engine = $7
    and tracked.channel = case $8 when 'organic' then 'seo' else 'local' end
    and (tracked.checked_at is null or tracked.checked_at < $9)`;
}

const APPLY_PAGE = `
with query as (${INSERT_QUERY}
),
run as (
  insert into serp_runs as kept (${RUN_COLUMNS}, applied_at, query_id, keyword_id, engine, kind, created_at, status)
  values (
    $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22::json, $23, $24, $25, $1, $2, $7, $8, $9, 'completed')
  on conflict (id, created_at) do update set applied_at = excluded.applied_at where kept.applied_at is null
  returning id
),
outcome as materialized (
  select * from json_to_recordset($26::json) as o (
    project_id text, channel text, domain text, asset_id text, asset_name text, relationship text, status text, position integer,
    rank_group integer, url text, title text, is_featured_snippet boolean, line text)
),
changed as (
  insert into current_rankings as known (
    project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code, language_code,
    asset_id, asset_name, relationship, status, position, rank_group, url, title, is_featured_snippet, checked_depth, check_ts,
    check_date, run_id, provider, cost_usd, serp_features, updated_at)
  select
    o.project_id, $2, $7, o.channel, o.domain, keyword.keyword_text, keyword.normalized_text, $6, $4, $5,
    o.asset_id, o.asset_name, o.relationship, o.status, o.position, o.rank_group, o.url, o.title, o.is_featured_snippet, $17, $9,
    $23, $10, $19, $20, $18, $25
  from outcome o join keywords keyword on keyword.id = $2
  on conflict (project_id, keyword_id, engine, channel, domain) do update set
    asset_id = excluded.asset_id, asset_name = excluded.asset_name, relationship = excluded.relationship,
    status = excluded.status, position = excluded.position, rank_group = excluded.rank_group,
    previous_position = case when known.check_date < excluded.check_date then known.position else known.previous_position end,
    url = excluded.url, title = excluded.title, is_featured_snippet = excluded.is_featured_snippet,
    checked_depth = excluded.checked_depth, check_ts = excluded.check_ts, check_date = excluded.check_date, run_id = excluded.run_id,
    provider = excluded.provider, cost_usd = excluded.cost_usd, serp_features = excluded.serp_features,
    error = null, failed_at = null, is_recomputed = false, updated_at = excluded.updated_at
  where known.run_id is distinct from excluded.run_id and (known.check_ts is null or known.check_ts <= excluded.check_ts)
  returning project_id, channel, domain
),
stale as (
  delete from current_rankings known
  using json_to_recordset($28::json) as s (project_id text, channel text, domain text)
  where known.project_id = s.project_id and known.keyword_id = $2 and known.engine = $7
    and known.channel = s.channel and known.domain = s.domain
),
moved as (${toMoveChecks('$27')}
),
shipped as (
  insert into outbox (table_name, rows_count, lines, packed)
  select 'serp_runs', $30::integer, null, $29::bytea from run where $30::integer > 0
  union all
  select 'serp_checks', 1, $31::text, null from run
  union all
  select 'ranking_history', count(*)::integer, string_agg(o.line, E'\\n'), null
  from outcome o
  where exists (select from run)
     or exists (select from changed c where c.project_id = o.project_id and c.channel = o.channel and c.domain = o.domain)
  having count(*) > 0
)
select exists (select from run) as is_new`;

import type { Sql } from '#stores/postgres/types.ts';
import { toQueryId, type SerpCheck } from '../../check.ts';
import { IS_OWN, OWN_ASSETS, type OutcomeRow, type ProjectCheck } from './ingest.ts';
import { toKind } from '../../vocabulary.ts';

/** Adds the query of a check unless it is there; `toQueryValues` gives $1 to $9. */
const INSERT_QUERY = `
  insert into queries (id, keyword_id, keyword, location_code, language_code, device, engine, kind, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (id) do nothing`;

/** A target of a check that did not work. */
export type FailedTarget = Pick<OutcomeRow, 'project_id' | 'channel' | 'domain' | 'asset_id' | 'asset_name' | 'relationship' | 'line'>;

export interface FailureRow {
  readonly check: SerpCheck;
  readonly runId: string;
  readonly projectId: string | null;
  readonly workflowId: string | null;
  readonly error: string;
  readonly provider: string;
  /** The moment of the observed world. */
  readonly failedAt: Date;
  readonly checkDate: string;
  /** Real time. */
  readonly recordedAt: Date;
  readonly targets: readonly FailedTarget[];
  readonly projects: readonly ProjectCheck[];
}

/**
 * Records that a check did not work, in one statement: the run, the failure beside each last good
 * position (which stays), the history, the next check. Twice changes nothing.
 */
export async function insertFailure(sql: Sql, failure: FailureRow): Promise<void> {
  const { check } = failure;
  await sql.query(
    INSERT_FAILURE,
    [
      ...toQueryValues(check, { queryId: toQueryId(check), createdAt: failure.failedAt }),
      failure.runId,
      failure.projectId,
      failure.workflowId,
      failure.error,
      check.depth,
      failure.provider,
      failure.checkDate,
      failure.recordedAt,
      JSON.stringify(failure.targets),
      JSON.stringify(failure.projects),
    ],
    'rankings-insert-failure',
  );
}

const INSERT_FAILURE = `
with query as (${INSERT_QUERY}
),
run as (
  insert into serp_runs (
    id, query_id, keyword_id, engine, kind, project_id, workflow_id, status, error, depth, provider, check_date, created_at,
    fetched_at, applied_at)
  values ($10, $1, $2, $7, $8, $11, $12, 'failed', $13, $14, $15, $16, $9, $17, $17)
  on conflict (id, created_at) do nothing
  returning id
),
told as materialized (
  select * from json_to_recordset($18::json) as f (
    project_id text, channel text, domain text, asset_id text, asset_name text, relationship text, line text)
),
own as materialized (${OWN_ASSETS}),
target as materialized (
  select * from told where exists (select from run) and ${IS_OWN}
),
marked as (
  insert into current_rankings as known (
    project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code, language_code,
    asset_id, asset_name, relationship, status, error, failed_at, provider, updated_at)
  select
    f.project_id, $2, $7, f.channel, f.domain, keyword.keyword_text, keyword.normalized_text, $6, $4, $5,
    f.asset_id, f.asset_name, f.relationship, 'failed', $13, $9, $15, $17
  from target f join keywords keyword on keyword.id = $2
  on conflict (project_id, keyword_id, engine, channel, domain) do update set
    status = 'failed', error = excluded.error, failed_at = excluded.failed_at, updated_at = excluded.updated_at
  where known.check_ts is null or known.check_ts <= excluded.failed_at
),
moved as (
  update tracked_keywords tracked
  set checked_at = $9, next_check = case when p.is_due_check then p.next_check else tracked.next_check end
  from json_to_recordset($19::json) as p (project_id text, next_check timestamptz, is_due_check boolean)
  where tracked.project_id = p.project_id and tracked.keyword_id = $2 and tracked.engine = $7
    and tracked.channel = case $8 when 'organic' then 'seo' else 'local' end
    and (tracked.checked_at is null or tracked.checked_at < $9)
    and exists (select from run)
),
noted as (
  insert into ranking_changes select distinct project_id, 1 from target
)
insert into outbox (table_name, rows_count, lines)
select 'ranking_history', count(*)::integer, string_agg(f.line, E'\\n') from target f having count(*) > 0`;

/** The nine values of `INSERT_QUERY`. */
function toQueryValues(check: SerpCheck, { queryId, createdAt }: { readonly queryId: string; readonly createdAt: Date }): unknown[] {
  return [
    queryId,
    check.keywordId,
    check.keyword,
    check.locationCode,
    check.languageCode,
    check.device,
    check.engine,
    toKind(check.channel),
    createdAt,
  ];
}

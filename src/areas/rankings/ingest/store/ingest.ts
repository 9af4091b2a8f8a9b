import { toGroups } from '#kernel/lists.ts';
import { isUnstorable } from '#stores/postgres/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { SerpCheck } from '../../check.ts';
import type { SerpRun } from '../../runs/serp-run.ts';
import type { Channel, Relationship } from '../../vocabulary.ts';
import { PAGE_COLUMNS, RUN_COLUMNS, toPageRow } from './page-columns.ts';
import { packDetails, packResults, shipResults } from './result-lines.ts';

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
  /** Among the references of the AI overview; 0: not cited. Absent: none was loaded. */
  readonly cited_place?: number;
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
  readonly outcomes: readonly OutcomeRow[];
  readonly projects: readonly ProjectCheck[];
  readonly stale: readonly StaleRow[];
  /** The line of the analytics table `serp_pages`. */
  readonly pageLine: Buffer;
  readonly resultsCount: number;
  /** The row of the analytics table `serp_run_details` as a JSON line. */
  readonly detailsLine: string;
  /** The row of the analytics table `serp_checks` as a JSON line. */
  readonly checkLine: string;
}

/**
 * Everything that pages change, in one statement: the queries, the runs, the newest positions, the next checks,
 * and the rows for ClickHouse. A run that was applied before is not applied again: results are shipped when the
 * run is first applied, history also for positions that change later (a project that joins a shared run).
 * @param appliedAt real time
 * @returns the runs that were applied for the first time
 */
export async function storePages(sql: Sql, pages: readonly AppliedPage[], appliedAt: Date): Promise<ReadonlySet<string>> {
  const applied = new Set<string>();
  for (const part of toParts(pages)) for (const runId of await storePart(sql, part, appliedAt)) applied.add(runId);
  return applied;
}

/** A row of the outbox holds a megabyte or two of text. */
const PAGES_MAX = 20;

/** A statement changes a row once: pages of the same keyword follow each other. */
function toParts(pages: readonly AppliedPage[]): AppliedPage[][] {
  const parts: AppliedPage[][] = [];
  const counts = new Map<string, number>();
  for (const page of pages) {
    const keyword = `${page.check.keywordId} ${page.check.engine}`;
    const earlier = counts.get(keyword) ?? 0;
    counts.set(keyword, earlier + 1);
    (parts[earlier] ??= []).push(page);
  }
  return parts.flatMap((part) => toGroups(part, PAGES_MAX));
}

async function storePart(sql: Sql, pages: readonly AppliedPage[], appliedAt: Date): Promise<string[]> {
  const results = packResults(pages);
  const details = packDetails(pages);
  const projectRows = pages.flatMap(({ run, projects }) => projects.map((project) => ({ run_id: run.id, ...project })));
  const { rows } = await sql.query<{ id: string; parcel: number }>(
    STORE_PAGES,
    [
      details.packed,
      results.packed,
      appliedAt,
      JSON.stringify(pages.flatMap(({ run, outcomes }) => outcomes.map((outcome) => ({ run_id: run.id, ...outcome })))),
      JSON.stringify(pages.flatMap(({ run, stale }) => stale.map((row) => ({ run_id: run.id, ...row })))),
      results.rowsCount,
      results.plainBytes,
      details.rowsCount,
      details.plainBytes,
      ...toArrays(PROJECT_COLUMNS, projectRows),
      ...toArrays(PAGE_COLUMNS, pages.map(toPageRow)),
    ],
    'rankings-store-pages',
  );
  const applied = rows.map(({ id }) => id);
  // Packed together, they could not be shipped without those that were applied before.
  const parcel = rows[0]?.parcel;
  if (parcel !== undefined && applied.length < pages.length)
    await shipResults(
      sql,
      parcel,
      pages.filter(({ run }) => applied.includes(run.id)),
    );
  return applied;
}

const PROJECT_COLUMNS = { run_id: 'text', project_id: 'text', next_check: 'timestamptz', is_due_check: 'boolean' } as const;

/**
 * Assets of `told`, a table of a statement, that are still there, and stay until it ends: one may be removed while a page of it is read,
 * and its positions go with it.
 */
export const OWN_ASSETS = 'select id from assets where id in (select asset_id from told) order by id for key share';
/** Whether a row of `told` is of no asset, or of one that is still there. */
export const IS_OWN = '(told.asset_id is null or told.asset_id in (select id from own))';

const STORE_PAGES = `
with page as materialized (
  select * from ${unnest(PAGE_COLUMNS, { alias: 'page', first: 14 })}
),
parcel as materialized (
  select nextval('outbox_parcels') as id
),
query as (
  insert into queries (id, keyword_id, keyword, location_code, language_code, device, engine, kind, created_at)
  select query_id, keyword_id, keyword, location_code, language_code, device, engine, kind, created_at from page
  on conflict (id) do nothing
),
run as (
  insert into serp_runs as kept (${RUN_COLUMNS}, results_count, parcel, applied_at, status)
  select
    page.id, query_id, keyword_id, engine, kind, created_at, project_id, workflow_id, check_url, items_count, se_results_count,
    depth, checked_depth, serp_features::text[], provider, cost_usd, task_id, check_date, fetched_at, is_overview_missing,
    results_count, parcel.id, $3, 'completed'
  from page cross join parcel
  on conflict (id, created_at) do update set applied_at = excluded.applied_at where kept.applied_at is null
  returning id
),
told as materialized (
  select * from json_to_recordset($4::json) as o (
    run_id text, project_id text, channel text, domain text, asset_id text, asset_name text, relationship text, status text,
    position integer, rank_group integer, url text, title text, is_featured_snippet boolean, cited_place smallint, line text)
),
own as materialized (${OWN_ASSETS}),
outcome as materialized (
  select * from told where ${IS_OWN}
),
changed as (
  insert into current_rankings as known (
    project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code, language_code,
    asset_id, asset_name, relationship, status, position, rank_group, url, title, is_featured_snippet, cited_place, checked_depth, check_ts,
    check_date, run_id, provider, cost_usd, serp_features, updated_at)
  select
    o.project_id, page.keyword_id, page.engine, o.channel, o.domain, keyword.keyword_text, keyword.normalized_text, page.device,
    page.location_code, page.language_code, o.asset_id, o.asset_name, o.relationship, o.status, o.position, o.rank_group, o.url, o.title,
    o.is_featured_snippet, o.cited_place, page.checked_depth, page.created_at, page.check_date, page.id, page.provider, page.cost_usd,
    page.serp_features::text[], $3
  from outcome o
  join page on page.id = o.run_id
  cross join lateral (select keyword_text, normalized_text from keywords where keywords.id = page.keyword_id limit 1) keyword
  on conflict (project_id, keyword_id, engine, channel, domain) do update set
    asset_id = excluded.asset_id, asset_name = excluded.asset_name, relationship = excluded.relationship,
    status = excluded.status, position = excluded.position, rank_group = excluded.rank_group,
    previous_position = case when known.check_date < excluded.check_date then known.position else known.previous_position end,
    previous_rank_group = case when known.check_date < excluded.check_date then known.rank_group else known.previous_rank_group end,
    url = excluded.url, title = excluded.title, is_featured_snippet = excluded.is_featured_snippet, cited_place = excluded.cited_place,
    checked_depth = excluded.checked_depth, check_ts = excluded.check_ts, check_date = excluded.check_date, run_id = excluded.run_id,
    provider = excluded.provider, cost_usd = excluded.cost_usd, serp_features = excluded.serp_features,
    error = null, failed_at = null, is_recomputed = false, updated_at = excluded.updated_at
  where known.run_id is distinct from excluded.run_id and (known.check_ts is null or known.check_ts <= excluded.check_ts)
  returning run_id, project_id, channel, domain
),
stale as (
  delete from current_rankings known
  using json_to_recordset($5::json) as s (run_id text, project_id text, channel text, domain text), page
  where page.id = s.run_id and known.project_id = s.project_id and known.keyword_id = page.keyword_id and known.engine = page.engine
    and known.channel = s.channel and known.domain = s.domain
),
moved as (
  update tracked_keywords tracked
  set checked_at = page.created_at, next_check = case when p.is_due_check then p.next_check else tracked.next_check end
  from ${unnest(PROJECT_COLUMNS, { alias: 'p', first: 10 })} join page on page.id = p.run_id
  where tracked.project_id = p.project_id and tracked.keyword_id = page.keyword_id and tracked.engine = page.engine
    and tracked.channel = page.channel and (tracked.checked_at is null or tracked.checked_at < page.created_at)
),
noted as (
  insert into ranking_changes select distinct project_id, 1 from outcome
),
shipped as (
  insert into outbox (table_name, rows_count, lines, packed, plain_bytes, parcel)
  select name, count, null, packed, bytes, parcel.id
  from parcel cross join (
    values ('serp_pages', $6::integer, $2::bytea, $7::integer), ('serp_run_details', $8::integer, $1::bytea, $9::integer)
  ) as own (name, count, packed, bytes)
  where count > 0 and (select count(*) from run) = (select count(*) from page)
  union all
  select 'serp_checks', count(*)::integer, string_agg(page.check_line, E'\\n'), null, null, null
  from page join run on run.id = page.id having count(*) > 0
  union all
  select 'ranking_history', count(*)::integer, string_agg(o.line, E'\\n'), null, null, null
  from outcome o
  where exists (select from run where run.id = o.run_id)
     or exists (
       select from changed c
       where c.run_id = o.run_id and c.project_id = o.project_id and c.channel = o.channel and c.domain = o.domain)
  having count(*) > 0
)
select run.id, parcel.id as parcel from run cross join parcel`;

import { dropPartitionsBefore, ensureMonthlyPartition } from '#stores/postgres/index.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import { PLACE_FIELDS, type ResultPlace } from '../../results/store/results.ts';
import type { SerpRun } from '../serp-run.ts';

/** The fields of a `SerpRun`, of `serp_runs run`. */
export const RUN_FIELDS = `run.id, run.query_id, run.project_id, run.workflow_id, run.check_url, run.items_count, run.se_results_count,
  run.depth, run.checked_depth, run.serp_features as features, run.provider, run.cost_usd, run.task_id,
  run.created_at as check_ts, run.fetched_at`;

/** Makes sure that runs of the instant's month have their partition; call it before they are written. */
export function ensureRunPartition(postgres: Postgres, instant: Date): Promise<void> {
  return ensureMonthlyPartition(postgres, 'serp_runs', instant);
}

/** Drops the months of runs that lie wholly before; returns the names of the dropped tables. */
export function dropRunsBefore(postgres: Postgres, before: Date): Promise<string[]> {
  return dropPartitionsBefore(postgres, 'serp_runs', before);
}

/** A run, and where its results lie. */
export interface PlacedRun {
  readonly run: SerpRun;
  readonly place: ResultPlace;
}

/** The completed ones of runs. */
export async function listCompletedRuns(sql: Sql, runIds: readonly string[]): Promise<PlacedRun[]> {
  if (runIds.length === 0) return [];
  const { rows } = await sql.query<SerpRun & ResultPlace>(
    `select ${RUN_FIELDS}, ${PLACE_FIELDS} from serp_runs run where run.id = any ($1) and run.status = 'completed'`,
    [runIds],
    'rankings-list-completed-runs',
  );
  return rows.map((row) => {
    const { run, place } = toPlacedRun(row);
    const { keywordId: _keyword, checkDate: _date, ...own } = run;
    return { run: own, place };
  });
}

/** Both halves of a row with the fields of both. */
export function toPlacedRun<Run extends SerpRun>({ results, resultsCount, parcel, ...run }: Run & ResultPlace) {
  const { id, keywordId, checkDate } = run;
  return { run, place: { id, keywordId, checkDate, results, resultsCount, parcel } };
}

/** How a failed run ended. */
export async function findFailure(sql: Sql, runId: string): Promise<{ readonly error: string } | undefined> {
  const { rows } = await sql.query<{ error: string }>(`select error from serp_runs where id = $1 and status = 'failed' limit 1`, [runId]);
  return rows[0];
}

/** Deletes failed runs whose pages arrived later. */
export async function deleteFailedRuns(sql: Sql, runIds: readonly string[]): Promise<void> {
  await sql.query(`delete from serp_runs where id = any ($1) and status = 'failed'`, [runIds], 'rankings-delete-failed-runs');
}

export interface FreshRunQuestion {
  readonly queryId: string;
  readonly depth: number;
  /** Not one whose AI overview was left out. */
  readonly loadsOverview: boolean;
  /** A project: only runs that its organization asked for first or has positions of. */
  readonly readFor: string | undefined;
}

/** The newest completed run of each page read after `since` (real time), at least `depth` deep; in their order. */
export async function listFreshRuns(sql: Sql, pages: readonly FreshRunQuestion[], since: Date): Promise<(SerpRun | undefined)[]> {
  const { rows } = await sql.query<SerpRun & { index: number }>(
    `select page.at::integer - 1 as index, fresh.*
     from unnest($1::text[], $2::integer[], $3::text[], $5::boolean[]) with ordinality as page (query_id, depth, read_for, loads_overview, at)
     cross join lateral (
       select ${RUN_FIELDS} from serp_runs run
       where run.query_id = page.query_id and run.fetched_at > $4 and run.status = 'completed' and run.depth >= page.depth
         and not (page.loads_overview and coalesce(run.is_overview_missing, false))
         and (page.read_for is null or exists (
           select from projects asking join projects own on own.organization_id = asking.organization_id
           where asking.id = page.read_for and (own.id = run.project_id or exists (
             select from current_rankings known
             where known.project_id = own.id and known.keyword_id = run.keyword_id and known.run_id = run.id))))
       order by run.fetched_at desc, run.id limit 1
     ) fresh`,
    [
      pages.map(({ queryId }) => queryId),
      pages.map(({ depth }) => depth),
      pages.map(({ readFor }) => readFor ?? null),
      since,
      pages.map(({ loadsOverview }) => loadsOverview),
    ],
    'rankings-list-fresh-runs',
  );
  const byIndex = new Map(rows.map(({ index, ...run }) => [index, run]));
  return pages.map((_page, index) => byIndex.get(index));
}

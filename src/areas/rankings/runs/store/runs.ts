import { dropPartitionsBefore, ensureMonthlyPartition } from '#stores/postgres/index.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import type { SerpCheck } from '../../check.ts';
import { toKind } from '../../vocabulary.ts';
import { RUN_COLUMNS, toRunValues, type StoredRun } from './run-values.ts';
import { fromStoredResults, type RunPage, type SerpRun } from '../serp-run.ts';

interface RunRow {
  id: string;
  query_id: string;
  project_id: string | null;
  workflow_id: string | null;
  check_url: string | null;
  items_count: number;
  se_results_count: number | null;
  depth: number;
  checked_depth: number;
  serp_features: string[];
  provider: string;
  cost_usd: number;
  task_id: string | null;
  created_at: Date;
  fetched_at: Date;
}

const COLUMNS = `id, query_id, project_id, workflow_id, check_url, items_count, se_results_count, depth, checked_depth, serp_features,
  provider, cost_usd, task_id, created_at, fetched_at`;

/** Makes sure that runs of the instant's month have their partition; call it before they are written. */
export function ensureRunPartition(postgres: Postgres, instant: Date): Promise<void> {
  return ensureMonthlyPartition(postgres, 'serp_runs', instant);
}

/** Drops the months of runs that lie wholly before; returns the names of the dropped tables. */
export function dropRunsBefore(postgres: Postgres, before: Date): Promise<string[]> {
  return dropPartitionsBefore(postgres, 'serp_runs', before);
}

/** Adds a page as it was read, to be applied by a later step. Twice changes nothing. */
export async function insertSerpRun(sql: Sql, { check, ...stored }: StoredRun & { readonly check: SerpCheck }): Promise<void> {
  const { queryId, checkTs } = stored.run;
  await sql.query(
    `insert into serp_runs (${RUN_COLUMNS}, query_id, keyword_id, engine, kind, created_at, status)
     values (
       $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::json, $14, $15, $16, $17, $18, $19, $20, 'completed')
     on conflict (id, created_at) do nothing`,
    [...toRunValues(stored), queryId, check.keywordId, check.engine, toKind(check.channel), checkTs],
    'rankings-insert-run',
  );
}

/** A completed run with all its results. */
export async function findPage(sql: Sql, runId: string): Promise<RunPage | undefined> {
  const { rows } = await sql.query<RunRow & { results: unknown }>(
    `select ${COLUMNS}, results from serp_runs where id = $1 and status = 'completed' limit 1`,
    [runId],
  );
  const row = rows[0];
  return row && { run: toRun(row), items: fromStoredResults(row.results) };
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
  /** Real time. */
  readonly since: Date;
  readonly depth: number;
  /** A project: only runs that its organization asked for first or has positions of. */
  readonly readFor: string | undefined;
}

/** The newest completed run of a page read after `since`, at least `depth` deep. */
export async function findFreshRun(sql: Sql, { queryId, since, depth, readFor }: FreshRunQuestion): Promise<SerpRun | undefined> {
  const { rows } = await sql.query<RunRow>(
    `select ${COLUMNS} from serp_runs run
     where query_id = $1 and fetched_at > $2 and status = 'completed' and depth >= $3
       and ($4::text is null or exists (
         select from projects asking join projects own on own.organization_id = asking.organization_id
         where asking.id = $4 and (own.id = run.project_id or exists (
           select from current_rankings known
           where known.project_id = own.id and known.keyword_id = run.keyword_id and known.run_id = run.id))))
     order by fetched_at desc, id limit 1`,
    [queryId, since, depth, readFor ?? null],
  );
  return rows[0] && toRun(rows[0]);
}

/** The newest run of a page, however it ended. */
export async function findNewestRunId(sql: Sql, queryId: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from serp_runs where query_id = $1 order by fetched_at desc, id desc limit 1',
    [queryId],
  );
  return rows[0]?.id;
}

function toRun(row: RunRow): SerpRun {
  return {
    id: row.id,
    queryId: row.query_id,
    projectId: row.project_id,
    workflowId: row.workflow_id,
    checkUrl: row.check_url,
    itemsCount: row.items_count,
    seResultsCount: row.se_results_count,
    depth: row.depth,
    checkedDepth: row.checked_depth,
    features: row.serp_features,
    provider: row.provider,
    costUsd: row.cost_usd,
    taskId: row.task_id,
    checkTs: row.created_at,
    fetchedAt: row.fetched_at,
  };
}

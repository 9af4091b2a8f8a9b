import type { Engine, SerpItem, SerpKind } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { fromStoredResults } from '../serp-run.ts';
import type { Device } from '../../vocabulary.ts';

/** A run as stored, completed or failed. */
export interface RunRecord {
  readonly id: string;
  readonly queryId: string;
  readonly projectId: string | null;
  readonly workflowId: string | null;
  readonly keywordId: string;
  readonly keyword: string;
  readonly engine: Engine;
  readonly kind: SerpKind;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: Device;
  readonly status: 'completed' | 'failed';
  readonly error: string | null;
  readonly checkUrl: string | null;
  readonly itemsCount: number;
  readonly seResultsCount: number | null;
  readonly depth: number;
  readonly checkedDepth: number;
  readonly features: readonly string[];
  readonly provider: string;
  readonly costUsd: number;
  readonly taskId: string | null;
  readonly checkDate: string;
  readonly checkTs: Date;
  readonly fetchedAt: Date;
}

/** A run, good or failed, with its results. */
export async function findRunRecord(sql: Sql, runId: string): Promise<{ run: RunRecord; items: SerpItem[] } | undefined> {
  const { rows } = await sql.query<RunRecord & { results: unknown }>(
    `select
       run.id, run.query_id as "queryId", run.project_id as "projectId", run.workflow_id as "workflowId", run.keyword_id as "keywordId",
       query.keyword, run.engine, run.kind, query.location_code as "locationCode", query.language_code as "languageCode", query.device,
       run.status, run.error, run.check_url as "checkUrl", run.items_count as "itemsCount", run.se_results_count as "seResultsCount",
       run.depth, run.checked_depth as "checkedDepth", run.serp_features as features, run.provider, run.cost_usd as "costUsd",
       run.task_id as "taskId", run.check_date as "checkDate", run.created_at as "checkTs", run.fetched_at as "fetchedAt", run.results
     from serp_runs run join queries query on query.id = run.query_id
     where run.id = $1
     order by run.created_at desc
     limit 1`,
    [runId],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { results, ...run } = row;
  return { run, items: fromStoredResults(results ?? []) };
}

import { toKind } from '../../vocabulary.ts';
import type { SerpCheck } from '../../check.ts';
import type { SerpRun } from '../serp-run.ts';

/** Adds the query of a check unless it is there; `toQueryValues` gives $1 to $9. */
export const INSERT_QUERY = `
  insert into queries (id, keyword_id, keyword, location_code, language_code, device, engine, kind, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (id) do nothing`;

/** The nine values of `INSERT_QUERY`. */
export function toQueryValues(check: SerpCheck, { queryId, createdAt }: { readonly queryId: string; readonly createdAt: Date }): unknown[] {
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

/** What a run has beside the columns that it shares with its query: the fifteen values of `toRunValues`. */
export const RUN_COLUMNS = `id, project_id, workflow_id, check_url, items_count, se_results_count, depth, checked_depth, serp_features,
    provider, cost_usd, task_id, results, check_date, fetched_at`;

export interface StoredRun {
  readonly run: SerpRun;
  /** JSON of all results; null when the run is stored already. */
  readonly results: string | null;
  /** `YYYY-MM-DD`. */
  readonly checkDate: string;
}

/** The values of `RUN_COLUMNS`, in their order. */
export function toRunValues({ run, results, checkDate }: StoredRun): unknown[] {
  return [
    run.id,
    run.projectId,
    run.workflowId,
    run.checkUrl,
    run.itemsCount,
    run.seResultsCount,
    run.depth,
    run.checkedDepth,
    run.features,
    run.provider,
    run.costUsd,
    run.taskId,
    results,
    checkDate,
    run.fetchedAt,
  ];
}

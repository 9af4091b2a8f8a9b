import type { SerpRun } from '../../runs/serp-run.ts';
import { toKind } from '../../vocabulary.ts';
import type { AppliedPage } from './ingest.ts';

/** Pages as arrays of columns (`unnest`). */

/** The columns that the table `serp_runs` has under the same name. */
export const RUN_COLUMNS = `id, query_id, keyword_id, engine, kind, created_at, project_id, workflow_id, check_url, items_count, se_results_count,
    depth, checked_depth, serp_features, provider, cost_usd, task_id, check_date, fetched_at, is_overview_missing`;

export const PAGE_COLUMNS = {
  id: 'text',
  query_id: 'text',
  keyword_id: 'text',
  keyword: 'text',
  location_code: 'integer',
  language_code: 'text',
  device: 'text',
  engine: 'text',
  kind: 'text',
  channel: 'text',
  created_at: 'timestamptz',
  project_id: 'text',
  workflow_id: 'text',
  check_url: 'text',
  items_count: 'integer',
  se_results_count: 'bigint',
  depth: 'integer',
  checked_depth: 'integer',
  serp_features: 'text[]',
  provider: 'text',
  cost_usd: 'numeric',
  task_id: 'text',
  check_date: 'date',
  fetched_at: 'timestamptz',
  is_overview_missing: 'boolean',
  results_count: 'integer',
  check_line: 'text',
} as const;

export function toPageRow({ check, run, checkDate, checkLine, resultsCount }: AppliedPage) {
  return {
    ...toRunRow(run),
    keyword_id: check.keywordId,
    keyword: check.keyword,
    location_code: check.locationCode,
    language_code: check.languageCode,
    device: check.device,
    engine: check.engine,
    kind: toKind(check.channel),
    channel: check.channel,
    check_date: checkDate,
    results_count: resultsCount,
    check_line: checkLine,
  };
}

function toRunRow(run: SerpRun) {
  return {
    id: run.id,
    query_id: run.queryId,
    created_at: run.checkTs,
    project_id: run.projectId,
    workflow_id: run.workflowId,
    check_url: run.checkUrl,
    items_count: run.itemsCount,
    se_results_count: run.seResultsCount,
    depth: run.depth,
    checked_depth: run.checkedDepth,
    serp_features: run.features,
    provider: run.provider,
    cost_usd: run.costUsd,
    task_id: run.taskId,
    fetched_at: run.fetchedAt,
    is_overview_missing: run.isOverviewMissing === true ? true : null,
  };
}

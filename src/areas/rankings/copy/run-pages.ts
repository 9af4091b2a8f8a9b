import type { SerpCheck } from '../check.ts';
import { toCheckLine, toResultLines, toResultTexts, type PageOwner } from '../ingest/analytics-lines.ts';
import { fromStoredResults, type SerpRun } from '../runs/serp-run.ts';

/** Of `serp_runs run`, for rows of ClickHouse. */
export const PAGE_COLUMNS = `run.id, run.query_id as "queryId", run.project_id as "projectId", run.workflow_id as "workflowId",
  run.check_url as "checkUrl", run.items_count as "itemsCount", run.se_results_count as "seResultsCount", run.depth,
  run.checked_depth as "checkedDepth", run.serp_features as features, run.provider, run.cost_usd as "costUsd", run.task_id as "taskId",
  run.created_at as "checkTs", run.fetched_at as "fetchedAt", run.keyword_id as "keywordId", query.keyword, run.engine, run.kind,
  query.location_code as "locationCode", query.language_code as "languageCode", query.device,
  project.organization_id as "organizationId", run.results`;

export const PAGE_JOINS = 'join queries query on query.id = run.query_id left join projects project on project.id = run.project_id';

type PageRow = SerpRun &
  Pick<SerpCheck, 'keywordId' | 'keyword' | 'engine' | 'locationCode' | 'languageCode' | 'device'> & {
    readonly kind: string;
    readonly organizationId: string | null;
    readonly results: unknown;
  };

/** The rows of `serp_runs` in ClickHouse. */
export function toResultRows(row: PageRow): object[] {
  const items = fromStoredResults(row.results ?? []);
  return items.length === 0 ? [] : parseLines(toResultLines(toResultTexts(items), toOwner(row)));
}

/** The row of `serp_checks`. */
export function toCheckRows(row: PageRow): object[] {
  return parseLines(toCheckLine(toOwner(row)));
}

function parseLines(lines: string): object[] {
  return lines.split('\n').map((line) => JSON.parse(line) as object);
}

function toOwner({ results: _results, kind, organizationId, keyword, locationCode, languageCode, device, ...run }: PageRow): PageOwner {
  const { keywordId, engine, depth } = run;
  return {
    run,
    organizationId: organizationId ?? undefined,
    check: {
      keywordId,
      keyword,
      engine,
      channel: kind === 'organic' ? 'seo' : 'local',
      locationCode,
      languageCode,
      device,
      depth,
      depthStrategy: 'full',
      lookFor: [],
      lastPosition: null,
    },
  };
}

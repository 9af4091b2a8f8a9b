import type { SerpCheck } from '../check.ts';
import { toCheckLine, toSharedColumns, type PageOwner } from '../ingest/analytics-lines.ts';
import { toPageLine, toRowsOfPage } from '../results/page-line.ts';
import { fromStoredResults, type SerpRun } from '../runs/serp-run.ts';

/** Columns of `serp_runs run` for rows of ClickHouse. */
export const PAGE_COLUMNS = `run.id, run.query_id, run.project_id, run.workflow_id, run.check_url, run.items_count, run.se_results_count,
  run.depth, run.checked_depth, run.serp_features as features, run.provider, run.cost_usd, run.task_id, run.created_at as check_ts,
  run.fetched_at, run.keyword_id, query.keyword, run.engine, run.kind, query.location_code, query.language_code, query.device,
  project.organization_id, run.results`;

export const PAGE_JOINS = 'join queries query on query.id = run.query_id left join projects project on project.id = run.project_id';

export type PageRow = SerpRun &
  Pick<SerpCheck, 'keywordId' | 'keyword' | 'engine' | 'locationCode' | 'languageCode' | 'device'> & {
    readonly kind: string;
    readonly organizationId: string | null;
    readonly results: unknown;
  };

/** The rows of `serp_runs` in ClickHouse. */
export function toResultRows(row: PageRow): object[] {
  const items = fromStoredResults(row.results ?? []);
  return toRowsOfPage(toPageLine({ shared: toSharedColumns(toOwner(row)), items }));
}

/** The row of `serp_checks`. */
export function toCheckRows(row: PageRow): object[] {
  return [JSON.parse(toCheckLine(toOwner(row))) as object];
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

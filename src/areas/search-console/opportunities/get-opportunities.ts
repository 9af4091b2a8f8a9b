import { listTracked } from '#areas/rankings/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { listGroups } from '../performance/analytics.ts';
import { toReadingParams } from '../performance/readings.ts';
import { hasFigures, readScope, type ReadContext, type Scope } from '../performance/scope.ts';
import { listContested, listQueries } from './analytics.ts';
import { listOfKeywords } from './of-keywords.ts';
import { listCannibalized, listLosing } from './of-pages.ts';
import { listStriking, listUntracked } from './of-queries.ts';
import type { Opportunities, Opportunity, OpportunityKind } from './opportunity.ts';

const ROWS_MAX = 5_000;
const TRACKED_MAX = 20_000;

export interface OpportunitiesInput {
  readonly projectId: string;
  readonly kind: OpportunityKind;
  /** Pacific days; 28 days until the last final one unless given. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly lastDays?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * What is worth a look in what Google counted, of one kind. Nothing was read: there are none, and `span` says so.
 * @throws AppError `Project not found`; 400 for a span of more than 16 months
 */
export async function getOpportunities(ctx: ReadContext, input: OpportunitiesInput): Promise<Opportunities> {
  const { kind, limit, offset } = input;
  const scope = await readScope(ctx, { ...input, compare: kind === 'losing_pages' ? 'previous' : 'none' });
  const found = scope.property !== undefined && hasFigures(scope.span) ? await list(ctx, scope, kind) : [];
  const rows = found.slice(0, ROWS_MAX);
  return { ...scope, kind, rows: rows.slice(offset, offset + limit), total: rows.length };
}

async function list(ctx: ReadContext, scope: Scope, kind: OpportunityKind): Promise<Opportunity[]> {
  const { projectId, property, span } = scope;
  if (property === undefined) return [];
  const { postgres, clickhouse } = ctx;
  const params = toReadingParams(property, scope);
  switch (kind) {
    case 'striking_distance':
      return await listStriking(postgres, projectId, await listQueries(clickhouse, params));
    case 'untracked':
      return await listUntracked(postgres, projectId, await listQueries(clickhouse, params));
    case 'losing_pages': {
      const order = { sort: 'clicks_change', isDescending: false, limit: ROWS_MAX, offset: 0 } as const;
      return listLosing(await listGroups(clickhouse, { group: 'page', filter: {}, ...order }, params));
    }
    case 'cannibalization': {
      const tracked = await listTracked(postgres, { projectId, limit: TRACKED_MAX });
      const texts = new Set(tracked.map(({ keyword }) => normalizeKeyword(keyword)));
      return listCannibalized(await listContested(clickhouse, params), (query) => texts.has(normalizeKeyword(query)));
    }
    case 'without_impressions':
    case 'not_found_but_shown':
    case 'differing':
      return await listOfKeywords(ctx, { projectId, kind, to: span.to });
  }
}

import type { GroupedQuestion, PerformanceFilter } from '../performance/analytics.ts';
import { getPerformance, type Performance } from '../performance/get-performance.ts';
import type { ReadContext } from '../performance/scope.ts';

const TOP = 25;
const DAYS_MAX = 490;

export interface ReportInput {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly comparedWith?: { readonly from: string; readonly to: string } | undefined;
  readonly filter?: Pick<PerformanceFilter, 'country' | 'device'> | undefined;
}

/** What readers without an account are shown of Search Console. */
export interface SearchConsoleReport {
  /** Everything, day by day. */
  readonly days: Performance;
  /** Those with most clicks. */
  readonly queries: Performance;
  readonly pages: Performance;
}

/**
 * What Google counted of a project's property in some days, for shares and digests.
 * @throws AppError `Project not found`; 400 for a span of more than 16 months
 */
export async function readSearchConsoleReport(ctx: ReadContext, { filter = {}, ...span }: ReportInput): Promise<SearchConsoleReport> {
  const read = async (group: GroupedQuestion['group'], limit: number): Promise<Performance> =>
    await getPerformance(ctx, { ...span, group, filter, sort: 'clicks', isDescending: true, limit, offset: 0 });
  const [days, queries, pages] = await Promise.all([read('date', DAYS_MAX), read('query', TOP), read('page', TOP)]);
  return { days, queries, pages };
}

import { listVisibleProjectIds, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { toDay } from '#kernel/clock.ts';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { findProviderCategory } from '#providers/search-data/categories.ts';
import { listDomainMetrics, type DomainMetrics } from './analytics/domain-metrics.ts';
import { hasWatchedDomain, listCategoryKeywords } from './store.ts';

const DAYS_DEFAULT = 30;
const DAYS_MAX = 731;

export interface MetricsSpan {
  /** `YYYY-MM-DD`; a month until today unless given. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

export interface MetricsResult {
  readonly from: string;
  readonly to: string;
  /** Those with the most keywords first. */
  readonly domains: readonly DomainMetrics[];
}

type MetricsContext = ProjectReader & Pick<AppContext, 'clickhouse' | 'clock'>;

/**
 * How a site stands among the organic results of the keywords that were checked in a span of days , whether
 * or not a project watches it. Of a bound caller's keywords only.
 * @throws AppError `Domain not found` when it neither stands anywhere nor is watched
 */
export async function getDomainMetrics(ctx: MetricsContext, domain: string, span: MetricsSpan): Promise<MetricsResult> {
  const days = toSpan(span, toDay(ctx.clock.now()));
  const projectIds = await listVisibleProjectIds(ctx);
  const domains = await listDomainMetrics(ctx.clickhouse, { ...days, projectIds, domain, limit: 1 });
  if (domains.length === 0 && !(await hasWatchedDomain(ctx.postgres, domain, projectIds))) throw notFound('Domain');
  return { ...days, domains: domains.length === 0 ? [{ ...NOWHERE, domain }] : domains };
}

/**
 * The sites that stand best among the keywords of a category, by the provider's assignment of keywords
 * to categories; none for a category of the provider's that no keyword is known to be in.
 * @throws AppError `Category not found`
 */
export async function listCategoryMetrics(
  ctx: MetricsContext,
  { categoryId, limit }: { readonly categoryId: number; readonly limit: number },
): Promise<MetricsResult> {
  const days = toSpan({ startDate: undefined, endDate: undefined }, toDay(ctx.clock.now()));
  const [projectIds, keywordIds] = await Promise.all([listVisibleProjectIds(ctx), listCategoryKeywords(ctx.postgres, categoryId)]);
  if (keywordIds.length === 0 && findProviderCategory(categoryId) === undefined)
    throw new AppError('not_found', 'Category not found', { hint: 'GET /diagnostics/provider-category/fallback lists the categories.' });
  if (keywordIds.length === 0) return { ...days, domains: [] };
  return { ...days, domains: await listDomainMetrics(ctx.clickhouse, { ...days, projectIds, keywordIds, limit }) };
}

const NOWHERE = { totalKeywords: 0, avgRank: null, top3: 0, top10: 0, up: 0, down: 0 };

function toSpan({ startDate, endDate }: MetricsSpan, today: string): { from: string; to: string } {
  const to = endDate ?? (startDate !== undefined && startDate > today ? startDate : today);
  const from = startDate ?? addDays(to, 1 - DAYS_DEFAULT);
  if (countDaysBetween(from, to) >= DAYS_MAX)
    throw invalid([{ path: 'end_date', message: `must be at most ${DAYS_MAX - 1} days after start_date` }]);
  return { from, to };
}

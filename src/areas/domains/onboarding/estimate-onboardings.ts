import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext, AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { LINK_ROWS_PER_CALL } from '#providers/search-data/links.ts';
import { previewOnboardings, type OnboardOrder } from './claim-onboardings.ts';
import { HISTORY_WEEKS } from '../snapshots/weeks.ts';
import { LIST_SOURCES } from './parts/list-sources.ts';
import { LIST_PARTS, type PlannedPart } from './parts/plan-parts.ts';

/**
 * What onboarding domains would cost, without doing it: nothing for those that are onboarded or under way.
 * @param orders each domain once
 * @throws AppError `Project not found`
 */
export async function estimateOnboardings(
  ctx: Pick<RequestContext, 'postgres' | 'workflows' | 'clock' | 'searchData' | 'config' | 'caller'>,
  orders: readonly OnboardOrder[],
): Promise<Estimate> {
  const previews = await previewOnboardings(ctx, orders);
  const estimates = previews.filter(({ outcome }) => outcome === 'queued').map(({ parts }) => estimateParts(ctx, parts));
  return {
    calls: estimates.reduce((sum, { calls }) => sum + calls, 0),
    costUsd: sumUsd(estimates.map(({ costUsd }) => costUsd)),
  };
}

/**
 * What an onboarding would call and cost at most: nothing for what is
 * there. A list that ends before its limit costs less. Costs are in USD.
 * @param parts as planned (plan-parts.ts)
 */
function estimateParts(
  ctx: Pick<AppContext, 'searchData'>,
  parts: readonly PlannedPart[],
): { readonly calls: number; readonly costUsd: number } {
  const lists = parts.flatMap((planned) => listCalls(ctx, planned));
  const isBegun = (wanted: PlannedPart['part']): boolean => parts.some(({ part, plan }) => part === wanted && plan === 'begin');
  const costs = [
    ...lists,
    ...(isBegun('summary') ? [ctx.searchData.estimateLinkCallUsd('summary', 1)] : []),
    ...(isBegun('history') ? [ctx.searchData.estimateLinkCallUsd('history', HISTORY_WEEKS)] : []),
  ];
  return { calls: costs.length, costUsd: sumUsd(costs) };
}

/** The cost of each page. */
function listCalls({ searchData }: Pick<AppContext, 'searchData'>, { part, plan, rowsWanted }: PlannedPart): number[] {
  const list = LIST_PARTS.find((one) => one === part);
  if (list === undefined || rowsWanted === null || plan === 'have' || plan === 'skip') return [];
  const pages = Math.ceil(rowsWanted / LINK_ROWS_PER_CALL);
  return Array.from({ length: pages }, (_, at) =>
    searchData.estimateLinkCallUsd(LIST_SOURCES[list].call, Math.min(LINK_ROWS_PER_CALL, rowsWanted - at * LINK_ROWS_PER_CALL)),
  );
}

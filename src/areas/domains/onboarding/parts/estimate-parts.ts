import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { LINK_ROWS_PER_CALL } from '#providers/search-data/links.ts';
import { HISTORY_WEEKS } from '../../snapshots/weeks.ts';
import { LIST_SOURCES } from './list-sources.ts';
import { LIST_PARTS, type PlannedPart } from './plan-parts.ts';

/**
 * What an onboarding would call and cost at most: nothing for what is
 * there. A list that ends before its limit costs less. Costs are in USD.
 * @param parts as planned (plan-parts.ts)
 */
export function estimateParts(
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

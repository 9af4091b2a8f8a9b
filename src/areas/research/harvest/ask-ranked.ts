import type { WorkflowContext } from '#context';
import type { HarvestWork } from './harvest-work.ts';
import type { PlannedMarket } from './plan/plan-harvest.ts';
import { isRankedListFree, type RankedReading } from './ranked-list.ts';
import { fetchRanked } from './steps/fetch-ranked.ts';
import { tryStep, type Outcome } from './steps/try-step.ts';

/** How the list of one market came. */
export interface RankedOutcome extends Outcome<RankedReading> {
  readonly market: PlannedMarket;
}

/** What the site ranks for, market by market, before anything else is asked: ranks, pages and topics follow from it. */
export async function askRanked(ctx: WorkflowContext, work: HarvestWork): Promise<RankedOutcome[]> {
  const outcomes: RankedOutcome[] = [];
  for (const market of work.plan.markets) {
    if (market.ranked === 'none' || market.rows.total === 0) continue;
    await ctx.waitUntil(async () => (await isRankedListFree(ctx, work.order.host, market)) || undefined);
    outcomes.push({ market, ...(await tryStep(ctx, 'fetchRanked', ({ signal }) => fetchRanked(ctx, work, { market, signal }))) });
  }
  return outcomes;
}

/** The readings of the markets that were asked about; a market whose list did not come is `failed`. */
export function listReadings(outcomes: readonly RankedOutcome[]): RankedReading[] {
  return outcomes.map(
    ({ market: { locationCode, languageCode }, result }) =>
      result ?? { locationCode, languageCode, status: 'failed', rowsFetched: null, rowsTotal: null, fetchedAt: null },
  );
}

import type { RequestContext } from '#context';
import type { CheckInterval } from './due-time.ts';
import { estimateEnrichment, type EnrichmentEstimate } from './estimate-enrichment.ts';
import { toKeyText } from './keyword.ts';
import { selectTracked, type TrackedRow } from './store/tracking.ts';
import { isCheckedAtOnce, resolveEntries, type TrackEntry } from './track-keywords.ts';

/** Checks of one keyword in a month of 30 days. */
const CHECKS_A_MONTH: Readonly<Record<CheckInterval, number>> = { daily: 30, weekly: 30 / 7, monthly: 1, manual: 0 };

export interface TrackingEstimate {
  /** Result pages that tracking the keywords would ask for now, and calls for their figures. */
  readonly calls: number;
  readonly costUsd: number;
  /** The part of both that is for search volume and the like. */
  readonly enrichment: EnrichmentEstimate;
  /** What keeping them tracked for 30 days adds at most; checks shared with other projects cost once. */
  readonly monthlyCostUsd: number;
}

/**
 * What tracking the keywords would cost, without doing it (decisions, section 8 "Prices"). Keywords
 * that are tracked already cost nothing more.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateTracking(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'searchData' | 'config'>,
  entries: readonly TrackEntry[],
): Promise<TrackingEstimate> {
  const { rows, projects } = await resolveEntries(ctx, entries);
  const known = await selectTracked(ctx.postgres, rows);
  const begun = rows.filter((row) => (known.get(toKeyText(row))?.status ?? 'untracked') === 'untracked');
  const priced = begun.map((row) => ({
    isNow: isCheckedAtOnce(row, projects),
    costUsd: ctx.searchData.estimateSerpUsd(toSerpRequest(row)),
    checksAMonth: CHECKS_A_MONTH[row.checkInterval],
  }));
  const now = priced.filter((price) => price.isNow);
  const enrichment = await estimateEnrichment(ctx, begun);
  return {
    calls: now.length + enrichment.calls,
    costUsd: toMicros(now.reduce((sum, price) => sum + price.costUsd, enrichment.costUsd)),
    monthlyCostUsd: toMicros(priced.reduce((sum, price) => sum + price.costUsd * price.checksAMonth, enrichment.costUsd)),
    enrichment: { ...enrichment, costUsd: toMicros(enrichment.costUsd) },
  };
}

function toSerpRequest(row: TrackedRow) {
  return {
    engine: row.engine,
    kind: row.channel === 'local' ? ('local' as const) : ('organic' as const),
    keyword: row.keywordText,
    locationCode: row.locationCode,
    languageCode: row.languageCode,
    device: row.device,
    depth: row.depth,
  };
}

/** Whole millionths, as the ledger keeps them. */
function toMicros(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

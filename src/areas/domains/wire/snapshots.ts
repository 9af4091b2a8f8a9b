import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import { limitField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { hostField } from '../fields.ts';
import { toDeltas } from '../snapshots/deltas.ts';
import type { FetchedSnapshot } from '../snapshots/fetch-snapshot.ts';
import type { CurrentSnapshot, listSnapshots } from '../snapshots/get-snapshot.ts';
import type { LinkedSnapshot } from '../snapshots/snapshot.ts';
import { HISTORY_WEEKS } from '../snapshots/weeks.ts';
import { Count, SummaryBody, toSummaryFields, WeekBody, toWeekFields } from './week.ts';

const Target = hostField().meta({ description: 'The domain that is linked to, in any spelling.' });

export const FetchSnapshotBody = z.object({
  target: Target,
  refresh: z.boolean().default(false).meta({ description: 'Asks again, and takes the place of what this week has.' }),
  dry_run: dryRunField(),
});
export const SnapshotQuery = z.object({ target: Target });
export const SnapshotHistoryQuery = z.object({
  target: Target,
  limit: limitField(HISTORY_WEEKS, HISTORY_WEEKS),
  offset: offsetField(),
});

const Deltas = z
  .object({
    backlinks_change: Count,
    backlinks_change_pct: z.number().nullable(),
    referring_domains_change: Count,
    rank_change: Count,
  })
  .meta({ description: 'Since `prev_period_year_week`; null: one of the two is not known' });

export const FetchSnapshotResponse = z.object({
  success: z.boolean(),
  target: z.string(),
  year_week: z.string(),
  inserted: z.boolean().meta({ description: 'False: this week had its snapshot before, and nothing was asked' }),
  cost: z.number().meta({ description: 'In USD' }),
  summary: SummaryBody.nullable().meta({ description: 'Null: the provider does not know the domain' }),
  message: z.string(),
  dry_run: z.boolean(),
});
export const FetchSnapshotEstimate = z.object({
  success: z.boolean(),
  target: z.string(),
  dry_run: z.boolean(),
  estimate: EstimateBody,
});

export const SnapshotResponse = z.object({
  success: z.boolean(),
  target: z.string(),
  current_week: z.string().meta({ description: 'The present ISO week, `YYYYWW`' }),
  summary: WeekBody.nullable().meta({ description: 'Of the newest week that something is known of, which need not be the present one' }),
  deltas: Deltas,
});

export const SnapshotHistoryResponse = z.object({
  success: z.boolean(),
  target: z.string(),
  current_week: z.string(),
  snapshots: z
    .array(WeekBody.extend({ deltas: Deltas }))
    .meta({ description: 'Newest first; weeks that nothing is known of are left out' }),
  filled: z
    .object({ weeks: z.int(), cost_usd: z.number() })
    .meta({ description: "Weeks filled in from the provider's history, and what they cost together" }),
  count: z.int(),
  pagination: Pagination,
});

export function toFetchSnapshotBody(target: string, fetched: FetchedSnapshot): z.input<typeof FetchSnapshotResponse> {
  const { yearWeek, inserted, costUsd, snapshot } = fetched;
  return {
    success: true,
    target,
    year_week: yearWeek,
    inserted,
    cost: costUsd,
    summary: snapshot && toSummaryFields(snapshot),
    message: toMessage(fetched),
    dry_run: false,
  };
}

function toMessage({ inserted, snapshot }: FetchedSnapshot): string {
  if (snapshot === null) return 'The provider does not know this domain';
  return inserted ? 'The snapshot of this week was stored' : 'This week has its snapshot already; nothing was asked';
}

export function toSnapshotEstimateBody(
  target: string,
  estimate: { readonly calls: number; readonly costUsd: number },
): z.input<typeof FetchSnapshotEstimate> {
  return { success: true, target, dry_run: true, estimate: toEstimateFields(estimate) };
}

export function toSnapshotBody(target: string, { currentWeek, snapshot, changes }: CurrentSnapshot): z.input<typeof SnapshotResponse> {
  return {
    success: true,
    target,
    current_week: currentWeek,
    summary: snapshot && toWeekFields(snapshot, changes),
    deltas: toDeltaFields(snapshot),
  };
}

export function toSnapshotHistoryBody(
  { target, ...page }: z.output<typeof SnapshotHistoryQuery>,
  { currentWeek, snapshots, changes, filled, total }: Awaited<ReturnType<typeof listSnapshots>>,
): z.input<typeof SnapshotHistoryResponse> {
  return {
    success: true,
    target,
    current_week: currentWeek,
    snapshots: snapshots.map((snapshot) => ({ ...toWeekFields(snapshot, changes), deltas: toDeltaFields(snapshot) })),
    filled: { weeks: filled.weeks, cost_usd: filled.costUsd },
    count: snapshots.length,
    pagination: toPagination(page, total),
  };
}

function toDeltaFields(snapshot: LinkedSnapshot | null): z.input<typeof Deltas> {
  const deltas = snapshot && toDeltas(snapshot);
  return {
    backlinks_change: deltas?.backlinksChange ?? null,
    backlinks_change_pct: deltas?.backlinksChangePct ?? null,
    referring_domains_change: deltas?.referringDomainsChange ?? null,
    rank_change: deltas?.rankChange ?? null,
  };
}

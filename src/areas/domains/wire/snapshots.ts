import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields } from '#areas/costs/index.ts';
import { limitField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { hostField } from '../fields.ts';
import { toDeltas } from '../snapshots/deltas.ts';
import type { FetchedSnapshot } from '../snapshots/fetch-snapshot.ts';
import type { CurrentSnapshot, listSnapshots } from '../snapshots/get-snapshot.ts';
import { toCountFields, type LinkedSnapshot } from '../snapshots/snapshot.ts';
import { HISTORY_WEEKS } from '../snapshots/weeks.ts';

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

const Count = z.int().nullable();
const PlatformTypes = z
  .record(z.string(), z.int())
  .nullable()
  .meta({ description: 'Links by type of platform; one link may be of several, and the empty name means none. Null: not known' });

const SummaryBody = z.object({
  year_week: z.string().meta({ description: 'ISO week, `YYYYWW`' }),
  as_of: z.string().meta({ description: 'The day whose state it describes; of a week that was filled in later its last one' }),
  source: z
    .enum(['summary', 'history'])
    .meta({ description: "`summary`: asked in that week; `history`: filled in from the provider's history" }),
  rank: Count.meta({ description: '0 to 100' }),
  backlinks: Count,
  backlinks_count: Count,
  backlinks_nofollow: Count,
  referring_domains: Count,
  referring_domains_count: Count,
  referring_main_domains: Count,
  spam_score: Count.meta({ description: '0 to 100' }),
  platform_types: PlatformTypes,
  links_platform_types: PlatformTypes,
  count_news: Count.meta({ description: 'Links, as all counts here' }),
  count_blogs: Count,
  count_ecommerce: Count,
  count_forums: Count,
  count_social: Count.meta({ description: 'From classified referring domains, as the four after it; null as long as none is classified' }),
  count_owned: Count,
  count_earned: Count,
  count_paid: Count,
  count_shared: Count,
  prev_period_year_week: z.string().nullable().meta({ description: 'The newest earlier week that something is known of' }),
  prev_period_backlinks: Count,
  prev_period_referring_domains: Count,
  prev_period_rank: Count,
  captured_at: z.string(),
  cost_usd: z
    .number()
    .nullable()
    .meta({ description: 'What asking for it cost. Null: it was filled in, and weeks that are filled in come together' }),
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
  summary: SummaryBody.nullable().meta({ description: 'Of the newest week that something is known of, which need not be the present one' }),
  deltas: Deltas,
});

export const SnapshotHistoryResponse = z.object({
  success: z.boolean(),
  target: z.string(),
  current_week: z.string(),
  snapshots: z
    .array(SummaryBody.extend({ deltas: Deltas }))
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

export function toSnapshotBody(target: string, { currentWeek, snapshot }: CurrentSnapshot): z.input<typeof SnapshotResponse> {
  return {
    success: true,
    target,
    current_week: currentWeek,
    summary: snapshot && toSummaryFields(snapshot),
    deltas: toDeltaFields(snapshot),
  };
}

export function toSnapshotHistoryBody(
  { target, ...page }: z.output<typeof SnapshotHistoryQuery>,
  { currentWeek, snapshots, filled, total }: Awaited<ReturnType<typeof listSnapshots>>,
): z.input<typeof SnapshotHistoryResponse> {
  return {
    success: true,
    target,
    current_week: currentWeek,
    snapshots: snapshots.map((snapshot) => ({ ...toSummaryFields(snapshot), deltas: toDeltaFields(snapshot) })),
    filled: { weeks: filled.weeks, cost_usd: filled.costUsd },
    count: snapshots.length,
    pagination: toPagination(page, total),
  };
}

function toSummaryFields({ counts, previous, ...snapshot }: LinkedSnapshot): z.input<typeof SummaryBody> {
  return {
    year_week: snapshot.yearWeek,
    as_of: snapshot.asOf,
    source: snapshot.source,
    rank: snapshot.rank,
    backlinks: snapshot.backlinks,
    backlinks_count: snapshot.backlinks,
    backlinks_nofollow: snapshot.backlinksNofollow,
    referring_domains: snapshot.referringDomains,
    referring_domains_count: snapshot.referringDomains,
    referring_main_domains: snapshot.referringMainDomains,
    spam_score: snapshot.spamScore,
    platform_types: snapshot.platformTypes,
    links_platform_types: snapshot.platformTypes,
    ...toCountFields(counts),
    prev_period_year_week: previous?.yearWeek ?? null,
    prev_period_backlinks: previous?.backlinks ?? null,
    prev_period_referring_domains: previous?.referringDomains ?? null,
    prev_period_rank: previous?.rank ?? null,
    captured_at: snapshot.capturedAt.toISOString(),
    cost_usd: snapshot.source === 'summary' ? snapshot.costUsd : null,
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

import type { GetDomainsByDomainKeywordsResponse, RankedKeyword } from '../../../clients/typescript/src/index.ts';
import { formatAge, formatCount, formatUsd } from '../data/format.ts';
import { toProviderName } from '../data/names.ts';

/** Metrics of keywords have one source, as the API names it. */
export const METRICS_PROVIDER = 'provider';

/** How a value was read: tooltips say so of each. */
export interface Reading {
  /** How many results the check read. */
  readonly depth?: number | null | undefined;
  /** When it was read; of a failed check, when it was tried. */
  readonly checkedAt?: string | null | undefined;
  readonly provider?: string | null | undefined;
  readonly costUsd?: number | null | undefined;
  /** Of a value that shared a call with others: what the call costs for it alone. */
  readonly costMaxUsd?: number | null | undefined;
  /** Of a value that was bought with others: how many they are in all, and what they cost together. */
  readonly together?: { readonly count: number; readonly costUsd: number } | undefined;
}

type Ranked = Pick<RankedKeyword, 'checked_at' | 'location_code' | 'language_code'>;
type Fetch = GetDomainsByDomainKeywordsResponse['fetches'][number];

/** How figures of a keyword that a website ranks for were read: with all others of its market. */
export function toRankedReading({ checked_at: checkedAt, ...market }: Ranked, fetches: readonly Fetch[]): Reading {
  const brought = fetches.find((one) => one.location_code === market.location_code && one.language_code === market.language_code);
  const together = brought && { count: brought.rows_fetched, costUsd: brought.cost_usd };
  return { checkedAt, provider: METRICS_PROVIDER, together };
}

/** `read 3 hours ago, 100 results deep, by DataForSEO, for $0.002`; what is not known is left out. */
export function describeReading({ checkedAt, depth, provider, costUsd, costMaxUsd, together }: Reading, now: Date): string {
  return joinParts([
    checkedAt ? `read ${formatAge(checkedAt, now)}` : '',
    depth ? `${formatCount(depth)} results deep` : '',
    provider ? `by ${toProviderName(provider)}` : '',
    isKnown(costUsd) ? `for ${formatUsd(costUsd)}` : '',
    isKnown(costMaxUsd) ? `for ${formatUsd(costMaxUsd)} at most` : '',
    together ? `one of ${formatCount(together.count)} for ${formatUsd(together.costUsd)} together` : '',
  ]);
}

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/** What is there, separated by commas. */
export function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

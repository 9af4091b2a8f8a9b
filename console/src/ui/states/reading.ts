import type { CheckReading, DomainFigureReading, GetDomainsByDomainKeywordsResponse, RankedKeyword } from '#client';
import { formatAge, formatCount, formatDay, formatUsd } from '#data/format.ts';
import { isMoneyShown } from './money.ts';
import { toProviderName } from '#data/names.ts';

/** Metrics of keywords have one source, as the API names it. */
export const METRICS_PROVIDER = 'provider';

/** How a value came about: tooltips say so of each. What is not given is said not to be recorded. */
export interface Reading {
  /** How many results the check read; of what has no depth, nothing. */
  readonly depth?: number | null | undefined;
  /** When it was read; of a failed check, when it was tried. */
  readonly checkedAt?: string | null | undefined;
  /** The day whose state it describes. */
  readonly day?: string | null | undefined;
  readonly provider?: string | null | undefined;
  /** 0: it was free. */
  readonly costUsd?: number | null | undefined;
  /** What the call costs for this value alone, where it shared the call with others. */
  readonly costMaxUsd?: number | null | undefined;
  /** Its part of the price, where it shared the call with others. */
  readonly shareUsd?: number | null | undefined;
  /** Number and cost of all values that were bought together. */
  readonly together?: { readonly count: number; readonly costUsd: number } | undefined;
  /** What it is computed from, and from how many. Such a value costs nothing by itself. */
  readonly computedFrom?: string | undefined;
}

type Ranked = Pick<RankedKeyword, 'checked_at' | 'location_code' | 'language_code'>;
type Fetch = GetDomainsByDomainKeywordsResponse['fetches'][number];

/** How figures of a keyword that a website ranks for were read: with all others of its market. */
export function toRankedReading({ checked_at: checkedAt, ...market }: Ranked, fetches: readonly Fetch[]): Reading {
  const brought = fetches.find((one) => one.location_code === market.location_code && one.language_code === market.language_code);
  const together = brought && { count: brought.rows_fetched, costUsd: brought.cost_usd };
  return { checkedAt, provider: METRICS_PROVIDER, together };
}

/** How a check was read, as the API says it. */
export function toCheckReading({ checked_at: checkedAt, checked_depth: depth, provider, cost_usd: costUsd }: CheckReading): Reading {
  return { checkedAt, depth, provider, costUsd };
}

/** How a figure of a domain was read: alone, or with rows that came for the same price. */
export function toMetricReading(read: DomainFigureReading | null): Reading {
  if (read === null) return { provider: METRICS_PROVIDER };
  const { read_at: checkedAt, as_of: day, rows, cost_usd: costUsd } = read;
  const price = rows === null ? { costUsd } : { together: { count: rows, costUsd } };
  return { checkedAt, day, provider: METRICS_PROVIDER, ...price };
}

/**
 * `read 3 hours ago, 100 results deep, by DataForSEO, for $0.002`, or `computed from 8 keywords, of 2026-11-23, at no cost of its own`:
 * age, provider and price are said of each, if only that they are not recorded; to who is not shown costs, no price.
 */
export function describeReading(reading: Reading, now: Date): string {
  const { checkedAt, day, depth, provider, computedFrom } = reading;
  const age = joinParts([day ? `of ${formatDay(day)}` : '', checkedAt ? `read ${formatAge(checkedAt, now)}` : '']) || 'age not recorded';
  if (computedFrom !== undefined)
    return joinParts([`computed from ${computedFrom}`, age, isMoneyShown.get() ? 'at no cost of its own' : '']);
  return joinParts([
    age,
    depth ? `${formatCount(depth)} results deep` : '',
    provider ? `by ${toProviderName(provider)}` : 'provider not recorded',
    describePrice(reading),
  ]);
}

function describePrice({ costUsd, costMaxUsd, shareUsd, together }: Reading): string {
  if (!isMoneyShown.get()) return '';
  if (isKnown(costUsd)) return costUsd === 0 ? 'free' : `for ${formatUsd(costUsd)}`;
  if (isKnown(shareUsd)) return `for ${formatUsd(shareUsd)}, its share of a call`;
  if (isKnown(costMaxUsd)) return `for ${formatUsd(costMaxUsd)} at most`;
  return together ? `one of ${formatCount(together.count)} for ${formatUsd(together.costUsd)} together` : 'price not recorded';
}

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/** What is there, separated by commas. */
export function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

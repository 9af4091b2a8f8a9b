import type { RequestContext } from '#context';
import { normalizeKeyword } from '#kernel/text.ts';
import type { MonthlySearches } from '#providers/search-data/index.ts';
import { listKeywordMarkets, type KeywordMarket } from './store/describe.ts';

export type { KeywordMarket };

export const TREND_DIRECTIONS = ['up', 'down', 'stable'] as const;

/** A keyword as a text, over all locations, languages and devices. */
export interface KeywordDescription {
  readonly normalizedText: string;
  /** The market whose metrics are the newest, else the oldest market. */
  readonly newest: KeywordMarket;
  readonly trend: (typeof TREND_DIRECTIONS)[number] | null;
  readonly markets: readonly KeywordMarket[];
}

/** What the service knows of a text; `undefined` when it was never tracked. */
export async function describeKeyword(
  { postgres }: Pick<RequestContext, 'postgres'>,
  text: string,
): Promise<KeywordDescription | undefined> {
  const normalizedText = normalizeKeyword(text);
  const markets = await listKeywordMarkets(postgres, normalizedText);
  const [newest] = markets;
  return newest && { normalizedText, newest, trend: toTrendDirection(newest.monthlySearches), markets };
}

const MONTHS = 3;
const STABLE_SHARE = 0.1;

/**
 * Where the searches go: the last three months beside the three before them, within a tenth `stable`.
 * @param months newest first; `null` when there are too few
 */
export function toTrendDirection(months: readonly MonthlySearches[]): KeywordDescription['trend'] {
  const [now, before] = [sum(months.slice(0, MONTHS)), sum(months.slice(MONTHS, 2 * MONTHS))];
  if (months.length < 2 * MONTHS) return null;
  if (Math.abs(now - before) <= before * STABLE_SHARE) return 'stable';
  return now > before ? 'up' : 'down';
}

function sum(months: readonly MonthlySearches[]): number {
  return months.reduce((total, { searchVolume }) => total + searchVolume, 0);
}

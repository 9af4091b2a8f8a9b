import { mix, signed, unit } from '../hashing.ts';
import { measureKeyword, roundVolume, type KeywordFacts } from './keywords.ts';

/** How often a keyword was searched in a month. */
export interface MonthlySearches {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly search_volume: number;
}

/** Figures of a month come out on this day of the next. */
const PUBLISHED_ON_DAY = 12;
const MONTHS = 12;

/** Months counted through, so that they can be added and subtracted. */
export function monthNumber(instant: Date): number {
  return instant.getUTCFullYear() * MONTHS + instant.getUTCMonth();
}

/** The last month that figures are out for. */
export function lastPublishedMonth(now: Date): number {
  return monthNumber(now) - (now.getUTCDate() >= PUBLISHED_ON_DAY ? 1 : 2);
}

/** When the figures of a month came out. */
export function publishedAt(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / MONTHS), (month % MONTHS) + 1, PUBLISHED_ON_DAY, 4));
}

/** Searches month by month, the newest first. */
export function listMonths(
  facts: KeywordFacts,
  country: string,
  { last, count }: { readonly last: number; readonly count: number },
): MonthlySearches[] {
  return Array.from({ length: Math.max(0, count) }, (_unused, back) => {
    const number = last - back;
    return { year: Math.floor(number / MONTHS), month: (number % MONTHS) + 1, search_volume: volumeIn(facts, country, number) };
  });
}

/** Every topic has its season, every keyword its own luck. */
function volumeIn(facts: KeywordFacts, country: string, number: number): number {
  const { searchVolume } = measureKeyword(facts, country);
  const swing = 0.05 + 0.3 * unit(mix(facts.topic.hash, 79));
  const phase = 2 * Math.PI * unit(mix(facts.topic.hash, 83));
  const season = 1 + swing * Math.sin((2 * Math.PI * (number % MONTHS)) / MONTHS + phase);
  return roundVolume(searchVolume * season * (1 + 0.08 * signed(mix(facts.hash, number))));
}

/** The monthly searches of a keyword, and those of each month, newest first, that assistants are asked instead. */
export function measureAi(
  facts: KeywordFacts,
  country: string,
  { last, count }: { readonly last: number; readonly count: number },
): { readonly volume: number; readonly months: readonly MonthlySearches[] } {
  const share = 0.02 + 0.2 * unit(mix(facts.hash, 107));
  const scale = (searches: number): number => Math.round(share * searches);
  const months = listMonths(facts, country, { last, count });
  return {
    volume: scale(measureKeyword(facts, country).searchVolume),
    months: months.map((month) => ({ ...month, search_volume: scale(month.search_volume) })),
  };
}

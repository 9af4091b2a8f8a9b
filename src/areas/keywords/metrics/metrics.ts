import { findCountryCode } from '#areas/projects/index.ts';
import { hashId } from '#kernel/ids.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { MetricsSource, KeywordData, KeywordMetrics, MonthlySearches } from '#providers/search-data/index.ts';
import type { KeywordSubject } from '../keyword.ts';

/** How far enrichment has come with a keyword (docs/keywords.md, "Enrichment"). */
export const METRICS_STATUSES = ['pending', 'known', 'unknown', 'refused'] as const;
export type MetricsStatus = (typeof METRICS_STATUSES)[number];

/** A text as the provider is asked about it: in one location and language, the same for all devices. */
export interface MetricsSubject {
  readonly source: MetricsSource;
  readonly normalizedText: string;
  /** In `labs` always a country. */
  readonly locationCode: number;
  readonly languageCode: string;
}

/** The provider's source and location for a keyword: the metrics of a country hold for every location in it. */
export function toMetricsSubject(
  searchData: Pick<KeywordData, 'findMetricsSource'>,
  { keywordText, locationCode, languageCode }: Omit<KeywordSubject, 'device'>,
): MetricsSubject {
  const countryCode = findCountryCode(locationCode);
  const source = searchData.findMetricsSource(countryCode, languageCode);
  const normalizedText = normalizeKeyword(keywordText);
  return { source, normalizedText, locationCode: source === 'labs' ? (countryCode ?? locationCode) : locationCode, languageCode };
}

/** @param ownerId owner of the keywords; null: shared by the service */
export function toMetricsId({ source, normalizedText, locationCode, languageCode }: MetricsSubject, ownerId: string | null = null): string {
  return hashId('fig_', [source, normalizedText, locationCode, languageCode, ...(ownerId === null ? [] : [ownerId])]);
}

/** Months kept of a keyword. */
export const HISTORY_MONTHS_MAX = 84;
/** Months that the metrics of a keyword come with. */
export const USUAL_MONTHS = 12;
const YEAR = 12;

/** What is known of the months after an answer: its own, and before them those known already. Newest first. */
export function mergeMonths(answered: readonly MonthlySearches[], known: readonly MonthlySearches[]): MonthlySearches[] {
  const byMonth = new Map([...known, ...answered].map((month) => [month.year * YEAR + month.month, month]));
  const newestFirst = [...byMonth].toSorted(([one], [other]) => other - one);
  return newestFirst.slice(0, HISTORY_MONTHS_MAX).map(([, month]) => month);
}

/** The searches of the twelve newest months, oldest first. */
export function toTrend(months: readonly MonthlySearches[]): number[] {
  return months
    .slice(0, USUAL_MONTHS)
    .map((month) => month.searchVolume)
    .toReversed();
}

const RETRY_REFUSED_MONTHS = 3;

/**
 * When the provider is asked again: a month later, and three months later about what it refused. The
 * same day of that month, or its last one, at the first moment of it in UTC.
 */
export function toDueAt(askedAt: Date, status: MetricsStatus): Date {
  const months = status === 'refused' ? RETRY_REFUSED_MONTHS : 1;
  const lastDay = new Date(Date.UTC(askedAt.getUTCFullYear(), askedAt.getUTCMonth() + months + 1, 0));
  return new Date(lastDay.setUTCDate(Math.min(askedAt.getUTCDate(), lastDay.getUTCDate())));
}

/** The metrics of a subject as they are stored, with all months that any answer had. */
export type StoredMetrics = Omit<KeywordMetrics, 'keyword'>;

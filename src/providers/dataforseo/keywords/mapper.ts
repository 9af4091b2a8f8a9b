import type { z } from 'zod';
import type { OutsideError } from '#kernel/errors.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { refuseUnreadable, unreadable } from '../errors.ts';
import type {
  ClickstreamMetrics,
  MetricsSource,
  KeywordMetrics,
  MonthlySearches,
  SearchSeries,
  SerpInfo,
} from '#providers/search-data/index.ts';
import { AdsRowWire, LabsListWire, LabsRowWire, type MonthsWire, type SeriesWire } from './wire.ts';
import { toCount, toText, toTime } from '../fields.ts';
import type { OnSurprise } from '../surprises.ts';

/** What one answer of the provider holds. */
export interface KeywordResult {
  readonly result: readonly unknown[] | null;
  /** It was charged: an answer without anything in it is charged as well, so one that was free is damaged. */
  readonly isPaid: boolean;
  /** Rows that were left out by the question; undefined: it was not about a page of a list. */
  readonly skipped?: number | undefined;
}

/** Reads a row; `undefined`: it cannot be read. */
export type ReadKeywordRow<Row> = (row: unknown) => Row | undefined;

/**
 * Reads the metrics of an answer, by the normalized text of the keyword. Keywords that the provider
 * knows nothing about are not in it: one source leaves them out, the other lists them without metrics.
 * @throws OutsideError `parse`
 */
export function toKeywordMetrics(
  answer: KeywordResult & { readonly source: MetricsSource },
  onSurprise: OnSurprise,
): ReadonlyMap<string, KeywordMetrics> {
  const rows =
    answer.source === 'labs'
      ? readKeywordRows(toLabsList(answer, onSurprise).items, readLabsRow, onSurprise)
      : readKeywordRows(requireAdsRows(answer.result), readAdsRow, onSurprise);
  return new Map(rows.flatMap((metrics) => (isWithoutMetrics(metrics) ? [] : [[metrics.keyword, metrics]])));
}

/** Reads rows; single ones that cannot be read are counted and left out. @throws OutsideError `parse` */
export function readKeywordRows<Row>(items: readonly unknown[], read: ReadKeywordRow<Row>, onSurprise: OnSurprise): Row[] {
  const rows = items.map(read).filter((row) => row !== undefined);
  const lost = items.length - rows.length;
  for (let count = 0; count < lost; count += 1) onSurprise('keyword_unreadable');
  refuseUnreadable(lost, { all: items.length, about: ABOUT });
  return rows;
}

/** A list of the provider's own database. One that cannot be read is never an empty one. @throws OutsideError `parse` */
export function toLabsList(
  { result, isPaid, skipped = Infinity }: KeywordResult,
  onSurprise: OnSurprise,
): { readonly items: readonly unknown[]; readonly total: number | null } {
  if (result === null && isPaid) return { items: [], total: 0 };
  // Where the seed is asked for, it may stand before the list.
  const parsed = result?.map((part) => LabsListWire.safeParse(part)).find(({ success }) => success);
  if (parsed?.data === undefined) throw unreadableKeywords('it holds no list');
  const { items_count: count, total_count: total } = parsed.data;
  const items = parsed.data.items ?? [];
  if (items.length === 0 && ((count ?? 0) > 0 || (total ?? 0) > skipped)) throw unreadableKeywords('its rows are missing');
  if (typeof count === 'number' && count !== items.length) onSurprise('items_count_differs');
  return { items, total: toCount(total) };
}

/** The planner's metrics of given keywords: there is a row for each. */
function requireAdsRows(result: readonly unknown[] | null): readonly unknown[] {
  if (result === null || result.length === 0) throw unreadableKeywords('it holds no keywords');
  return result;
}

export const readLabsRow: ReadKeywordRow<KeywordMetrics> = (row) => {
  const { data } = LabsRowWire.safeParse(row);
  if (data === undefined) return undefined;
  const { keyword_info: info } = data;
  return {
    keyword: normalizeKeyword(data.keyword),
    searchVolume: toWhole(info?.search_volume),
    cpc: info?.cpc ?? null,
    competition: info?.competition ?? null,
    competitionLevel: info?.competition_level ?? null,
    keywordDifficulty: toWhole(data.keyword_properties?.keyword_difficulty),
    intent: data.search_intent_info?.main_intent ?? null,
    monthlySearches: toMonths(info?.monthly_searches),
    categories: info?.categories ?? [],
    bids: { low: info?.low_top_of_page_bid ?? null, high: info?.high_top_of_page_bid ?? null },
    normalizedByBing: toSeries(data.keyword_info_normalized_with_bing),
    normalizedByClickstream: toSeries(data.keyword_info_normalized_with_clickstream),
    clickstream: toClickstream(data.clickstream_keyword_info),
    serpInfo: toSerpInfo(data.serp_info),
  };
};

export const readAdsRow: ReadKeywordRow<KeywordMetrics> = (row) => {
  const { data } = AdsRowWire.safeParse(row);
  if (data === undefined) return undefined;
  return {
    keyword: normalizeKeyword(data.keyword),
    searchVolume: toWhole(data.search_volume),
    cpc: data.cpc ?? null,
    competition: typeof data.competition_index === 'number' ? data.competition_index / 100 : null,
    competitionLevel: data.competition ?? null,
    keywordDifficulty: null,
    intent: null,
    monthlySearches: toMonths(data.monthly_searches),
    categories: [],
    bids: { low: data.low_top_of_page_bid ?? null, high: data.high_top_of_page_bid ?? null },
  };
};

function isWithoutMetrics({ searchVolume, cpc, competition, keywordDifficulty, monthlySearches }: KeywordMetrics): boolean {
  return [searchVolume, cpc, competition, keywordDifficulty].every((metric) => metric === null) && monthlySearches.length === 0;
}

function toSeries(series: SeriesWire): SearchSeries | null {
  return series ? { searchVolume: toWhole(series.search_volume), monthlySearches: toMonths(series.monthly_searches) } : null;
}

function toClickstream(info: LabsRowWire['clickstream_keyword_info']): ClickstreamMetrics | null {
  if (!info) return null;
  const { gender_distribution: genders, age_distribution: ages, ...series } = info;
  return {
    searchVolume: toWhole(series.search_volume),
    monthlySearches: toMonths(series.monthly_searches),
    genders: toKnownCounts(genders),
    ages: toKnownCounts(ages),
  };
}

/** Counts by name; those without a number are left out. */
function toKnownCounts(counts: Readonly<Record<string, number | null | undefined>> | null | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(counts ?? {}).flatMap(([name, count]) => (typeof count === 'number' ? [[name, count]] : [])));
}

function toSerpInfo(info: LabsRowWire['serp_info']): SerpInfo | null {
  if (!info) return null;
  return {
    checkUrl: toText(info.check_url),
    itemTypes: info.serp_item_types ?? [],
    resultsCount: toCount(info.se_results_count),
    checkedAt: toTime(info.last_updated_time),
  };
}

/** Newest first; months without a number are left out. */
export function toMonths(months: z.output<typeof MonthsWire>): MonthlySearches[] {
  return (months ?? [])
    .flatMap(({ year, month, search_volume: volume }) =>
      typeof volume === 'number' ? [{ year, month, searchVolume: Math.round(volume) }] : [],
    )
    .toSorted((one, other) => other.year - one.year || other.month - one.month);
}

export function toWhole(value: number | null | undefined): number | null {
  return typeof value === 'number' ? Math.round(value) : null;
}

const ABOUT = 'keywords';

export function unreadableKeywords(why: string): OutsideError {
  return unreadable(why, { about: ABOUT });
}

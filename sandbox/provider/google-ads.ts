import { isMeasured, measureKeyword } from '../world/keywords.ts';
import { findLanguage, type Place } from '../world/places.ts';
import { lastPublishedMonth, listMonths, monthNumber, publishedAt } from '../world/volumes.ts';
import { keywordRules, readKeywords, type AskedKeyword } from './keyword-request.ts';
import { PRICES } from './prices.ts';
import { invalidField, ok, type ProviderRoute, type SearchTools, type TaskAnswer, type TaskRequest } from './route.ts';
import { placeOf, textOf } from './search-request.ts';
import { bidsOf, levelOf } from './wire-labs.ts';

const KEYWORDS_MAX = 1_000;
const MONTHS_DEFAULT = 12;
const MONTHS_MAX = 48;
const SORT_FIELDS = ['relevance', 'search_volume', 'competition_index', 'low_top_of_page_bid', 'high_top_of_page_bid'];

/** The ads planner. */
export const googleAdsRoutes: readonly ProviderRoute[] = [
  {
    method: 'POST',
    path: '/v3/keywords_data/google_ads/search_volume/live',
    kind: 'live',
    perMinute: 12,
    rateClass: 'google_ads_live',
    fields: keywordRules(KEYWORDS_MAX, {
      location_coordinate: { type: 'text' },
      search_partners: { type: 'flag' },
      date_from: { type: 'text' },
      date_to: { type: 'text' },
      include_adult_keywords: { type: 'flag' },
      sort_by: { type: 'text', oneOf: SORT_FIELDS },
    }),
    failureCostUsd: PRICES.googleAdsLive,
    answer: answerVolumes,
  },
  {
    method: 'GET',
    path: '/v3/keywords_data/google_ads/status',
    kind: 'reference',
    answer: (tools) => ok([adsStatus(tools.now())]),
  },
];

interface Span {
  readonly last: number;
  readonly count: number;
}

interface VolumeOrder {
  /** Undefined: the whole world, of which this one knows the largest country. */
  readonly place: Place | undefined;
  readonly languageCode: string | null;
  readonly withPartners: boolean;
  readonly months: Span;
}

/** One price for one keyword or a thousand. */
function answerVolumes(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const isWorldwide = ['location_code', 'location_name', 'location_coordinate'].every((name) => (task[name] ?? null) === null);
  const place = isWorldwide ? undefined : placeOf(task);
  if (!isWorldwide && place === undefined) return invalidField(task['location_code'] === undefined ? 'location_name' : 'location_code');
  const named = textOf(task, 'language_code') ?? textOf(task, 'language_name');
  const language = named === undefined ? undefined : findLanguage(named);
  if (named !== undefined && language === undefined) return invalidField('language_code');
  const asked = readKeywords(tools, task);
  if (asked === undefined) return invalidField('keywords');
  const months = readSpan(task, tools.now());
  if (typeof months === 'string') return invalidField(months);
  const order = { place, languageCode: language?.code ?? null, withPartners: task['search_partners'] === true, months };
  return ok(
    sortRows(
      asked.map((keyword) => toRow(keyword, order)),
      textOf(task, 'sort_by'),
    ),
    PRICES.googleAdsLive,
  );
}

/** The months asked for, or the field that makes no sense. Four years back, and no later than there are figures for. */
function readSpan(task: TaskRequest, now: Date): Span | 'date_from' | 'date_to' {
  const newest = lastPublishedMonth(now);
  const to = readMonth(task, 'date_to') ?? newest;
  if (Number.isNaN(to) || to > monthNumber(now)) return 'date_to';
  const last = Math.min(to, newest);
  const from = readMonth(task, 'date_from') ?? last - MONTHS_DEFAULT + 1;
  if (Number.isNaN(from) || from > to || from < monthNumber(now) - MONTHS_MAX) return 'date_from';
  return { last, count: last - from + 1 };
}

function readMonth(task: TaskRequest, name: string): number | undefined {
  const text = textOf(task, name);
  return text === undefined ? undefined : monthNumber(new Date(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? text : Number.NaN));
}

/** A keyword that the planner knows nothing about has a row all the same, without figures. */
function toRow({ sent, facts }: AskedKeyword, { place, languageCode, withPartners, months }: VolumeOrder): Record<string, unknown> {
  const country = place?.country ?? 'US';
  const metrics = isMeasured(facts) ? measureKeyword(facts, country) : undefined;
  return {
    keyword: sent,
    spell: null,
    location_code: place?.code ?? null,
    language_code: languageCode,
    search_partners: withPartners,
    competition: metrics === undefined ? null : levelOf(metrics.competition),
    competition_index: metrics === undefined ? null : Math.round(100 * metrics.competition),
    search_volume: metrics?.searchVolume ?? null,
    ...(metrics === undefined ? { low_top_of_page_bid: null, high_top_of_page_bid: null } : bidsOf(metrics)),
    cpc: metrics?.cpc ?? null,
    monthly_searches: metrics === undefined ? null : listMonths(facts, country, months),
  };
}

function sortRows(rows: readonly Record<string, unknown>[], field: string | undefined): readonly Record<string, unknown>[] {
  if (field === undefined || field === 'relevance') return rows;
  return rows.toSorted((left, right) => Number(right[field] ?? -1) - Number(left[field] ?? -1));
}

/** Whether the figures of the month that has just ended are out. */
function adsStatus(now: Date): Record<string, unknown> {
  const last = lastPublishedMonth(now);
  return {
    actual_data: last === monthNumber(now) - 1,
    date_update: publishedAt(last).toISOString().slice(0, 10),
    last_year_in_monthly_searches: Math.floor(last / 12),
    last_month_in_monthly_searches: (last % 12) + 1,
  };
}

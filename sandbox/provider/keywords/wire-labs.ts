import { mix } from '../../hashing.ts';
import { measureKeyword, type KeywordFacts, type KeywordMetrics } from '../../world/keywords.ts';
import type { Place } from '../../world/places.ts';
import { categoriesOf } from '../../world/topic-categories.ts';
import { lastPublishedMonth, listMonths, monthNumber, publishedAt, type MonthlySearches } from '../../world/volumes.ts';
import { toVendorTime } from '../envelope.ts';
import type { SearchTools } from '../answer.ts';
import { dayOf } from '../search-request.ts';

export interface LabsOptions {
  readonly place: Place;
  readonly languageCode: string;
  readonly withSerp: boolean;
  readonly withClickstream: boolean;
}

type Wire = Record<string, unknown>;

const YEAR = 12;
const QUARTER = 3;
const BING_SHARE = 0.87;
const CLICKSTREAM_SHARE = 0.74;

/** A keyword of the vendor's own database. */
export function toLabsItem(tools: SearchTools, facts: KeywordFacts, options: LabsOptions): Wire {
  const { place, languageCode } = options;
  const metrics = measureKeyword(facts, place.country);
  const last = lastPublishedMonth(tools.now());
  const months = listMonths(facts, place.country, { last, count: YEAR + 1 });
  const updated = toVendorTime(publishedAt(last));
  return {
    se_type: 'google',
    keyword: facts.text,
    location_code: place.code,
    language_code: languageCode,
    search_partners: false,
    keyword_info: keywordInfo(facts, { metrics, months, updated }),
    clickstream_keyword_info: options.withClickstream ? clickstream(facts, metrics, months, updated) : null,
    keyword_properties: {
      se_type: 'google',
      core_keyword: null,
      synonym_clustering_algorithm: 'text_processing',
      keyword_difficulty: metrics.keywordDifficulty,
      detected_language: languageCode,
      is_another_language: false,
      words_count: facts.text.split(' ').length,
    },
    serp_info: options.withSerp ? serpInfo(tools, facts, options) : null,
    avg_backlinks_info: backlinks(facts, metrics, updated),
    search_intent_info: { se_type: 'google', main_intent: facts.intent, foreign_intent: null, last_updated_time: updated },
    keyword_info_normalized_with_bing: normalized(metrics, months, BING_SHARE, updated),
    keyword_info_normalized_with_clickstream: options.withClickstream ? normalized(metrics, months, CLICKSTREAM_SHARE, updated) : null,
  };
}

/** The vendor's history begins with this month. */
const HISTORY_FROM = new Date(Date.UTC(2021, 7));

/** A keyword as the vendor knew it in each month of the past, the newest first. */
export function toHistoryItem(
  tools: SearchTools,
  facts: KeywordFacts,
  { place, languageCode }: Pick<LabsOptions, 'place' | 'languageCode'>,
): Wire {
  const metrics = measureKeyword(facts, place.country);
  const last = lastPublishedMonth(tools.now());
  const count = Math.max(0, last - monthNumber(HISTORY_FROM) + 1);
  const all = listMonths(facts, place.country, { last, count: count + YEAR });
  return {
    se_type: 'google',
    keyword: facts.text,
    location_code: place.code,
    language_code: languageCode,
    history: all.slice(0, count).map(({ year, month }, back) => {
      const months = all.slice(back, back + YEAR + 1);
      return { year, month, keyword_info: keywordInfo(facts, { metrics, months, updated: toVendorTime(publishedAt(last - back)) }) };
    }),
  };
}

/** `LOW`, `MEDIUM`, `HIGH` of a competition from 0 to 1. */
export function levelOf(competition: number): string {
  if (competition < 1 / 3) return 'LOW';
  return competition < 2 / 3 ? 'MEDIUM' : 'HIGH';
}

/** What an advertiser pays at the foot and at the head of the page. */
export function bidsOf({ cpc }: KeywordMetrics): { readonly low_top_of_page_bid: number; readonly high_top_of_page_bid: number } {
  return { low_top_of_page_bid: Math.round(60 * cpc) / 100, high_top_of_page_bid: Math.round(210 * cpc) / 100 };
}

interface Measured {
  readonly metrics: KeywordMetrics;
  readonly months: readonly MonthlySearches[];
  readonly updated: string;
}

function keywordInfo({ topic }: KeywordFacts, { metrics, months, updated }: Measured): Wire {
  return {
    se_type: 'google',
    last_updated_time: updated,
    competition: metrics.competition,
    competition_level: levelOf(metrics.competition),
    cpc: metrics.cpc,
    search_volume: metrics.searchVolume,
    ...bidsOf(metrics),
    categories: categoriesOf(topic),
    monthly_searches: months.slice(0, YEAR),
    search_volume_trend: {
      monthly: growth(months, 1),
      quarterly: growth(months, QUARTER),
      yearly: growth(months, YEAR),
    },
  };
}

/** In percent, against so many months before. */
function growth(months: readonly MonthlySearches[], back: number): number {
  const [now, before] = [months[0]?.search_volume ?? 0, months[back]?.search_volume ?? 0];
  return before === 0 ? 0 : Math.round((100 * (now - before)) / before);
}

function normalized(metrics: KeywordMetrics, months: readonly MonthlySearches[], share: number, updated: string): Wire {
  const scale = (volume: number): number => Math.round(volume * share);
  return {
    last_updated_time: updated,
    search_volume: scale(metrics.searchVolume),
    is_normalized: true,
    monthly_searches: months.slice(0, YEAR).map((month) => ({ ...month, search_volume: scale(month.search_volume) })),
  };
}

function clickstream(facts: KeywordFacts, metrics: KeywordMetrics, months: readonly MonthlySearches[], updated: string): Wire {
  const { search_volume: volume, monthly_searches: monthly } = normalized(metrics, months, CLICKSTREAM_SHARE, updated);
  const searches = Number(volume);
  const female = Math.round((searches * (30 + (mix(facts.topic.hash, 101) % 41))) / 100);
  const shares = { '18-24': 0.16, '25-34': 0.27, '35-44': 0.24, '45-54': 0.18, '55-64': 0.15 };
  return {
    search_volume: searches,
    last_updated_time: updated,
    gender_distribution: { female, male: searches - female },
    age_distribution: Object.fromEntries(Object.entries(shares).map(([age, share]) => [age, Math.round(searches * share)])),
    monthly_searches: monthly,
  };
}

function serpInfo(tools: SearchTools, facts: KeywordFacts, { place, languageCode }: LabsOptions): Wire {
  const now = tools.now();
  const found = tools.serp.search({ keyword: facts.text, place, languageCode, device: 'desktop', engine: 'google', day: dayOf(now) });
  const items = found.pageCount === 0 ? [] : found.page(1);
  return {
    se_type: 'google',
    check_url: `https://www.google.com/search?q=${encodeURIComponent(facts.text)}&hl=${languageCode}&gl=${place.country}`,
    serp_item_types: [...new Set(items.map((item) => item.type))],
    se_results_count: 12_000 + (mix(facts.hash, place.code) % 80_000_000),
    last_updated_time: toVendorTime(now),
    previous_updated_time: null,
  };
}

function backlinks(facts: KeywordFacts, { keywordDifficulty }: KeywordMetrics, updated: string): Wire {
  const domains = 1 + Math.round(keywordDifficulty ** 1.6 / 4) + (mix(facts.hash, 103) % 20);
  return {
    se_type: 'google',
    backlinks: domains * 7.5,
    dofollow: domains * 4.5,
    referring_pages: domains * 6,
    referring_domains: domains,
    referring_main_domains: Math.round(domains * 0.9),
    rank: Math.min(1_000, keywordDifficulty * 5),
    main_domain_rank: Math.min(1_000, keywordDifficulty * 7),
    last_updated_time: updated,
  };
}

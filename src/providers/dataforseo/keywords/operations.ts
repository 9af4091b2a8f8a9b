import { readFileSync } from 'node:fs';
import { roundUsd } from '#kernel/money.ts';
import type { MetricsSource, KeywordsRequest } from '#providers/search-data/index.ts';
import type { ListKind } from '#providers/search-data/lists.ts';

/** Calls about keywords: for their metrics, or for a list. */
export type KeywordCall = MetricsSource | ListKind;

/** One of the provider's operations about keywords. */
export interface KeywordOperation {
  readonly path: string;
  /** Class of endpoint in `call-limits.ts`. */
  readonly rateClass: string;
  /** Keywords, or categories, that one call takes. */
  readonly subjectsMax: number;
  readonly taskUsd: number;
  /** For each row of the answer. */
  readonly rowUsd: number;
}

const LABS = { rateClass: 'labs_live', subjectsMax: 1, taskUsd: 0.01, rowUsd: 0.0001 } as const;
const ADS = { rateClass: 'google_ads_live', subjectsMax: 1, taskUsd: 0.075, rowUsd: 0 } as const;

export const KEYWORD_OPERATIONS: Readonly<Record<KeywordCall, KeywordOperation>> = {
  labs: { ...LABS, path: '/v3/dataforseo_labs/google/keyword_overview/live', subjectsMax: 700 },
  google_ads: { ...ADS, path: '/v3/keywords_data/google_ads/search_volume/live', subjectsMax: 1_000 },
  suggestions: { ...LABS, path: '/v3/dataforseo_labs/google/keyword_suggestions/live' },
  ideas: { ...LABS, path: '/v3/dataforseo_labs/google/keyword_ideas/live', subjectsMax: 200 },
  related: { ...LABS, path: '/v3/dataforseo_labs/google/related_keywords/live' },
  ads_related: { ...ADS, path: '/v3/keywords_data/google_ads/keywords_for_keywords/live', subjectsMax: 20 },
  for_site: { ...LABS, path: '/v3/dataforseo_labs/google/keywords_for_site/live' },
  ads_for_site: { ...ADS, path: '/v3/keywords_data/google_ads/keywords_for_site/live' },
  for_categories: { ...LABS, path: '/v3/dataforseo_labs/google/keywords_for_categories/live', subjectsMax: 20 },
  categories_for_keywords: { ...LABS, path: '/v3/dataforseo_labs/google/categories_for_keywords/live', subjectsMax: 1_000 },
  categories_for_domain: { ...LABS, path: '/v3/dataforseo_labs/google/categories_for_domain/live', taskUsd: 0.02, rowUsd: 0 },
  intents: { ...LABS, path: '/v3/dataforseo_labs/google/search_intent/live', subjectsMax: 1_000, taskUsd: 0.001 },
  ai_volumes: { ...LABS, path: '/v3/ai_optimization/ai_keyword_data/keywords_search_volume/live', subjectsMax: 1_000 },
  // It takes 700, but an answer holds some 40 kB a keyword: twelve months for each month of the past.
  history: { ...LABS, path: '/v3/dataforseo_labs/google/historical_keyword_data/live', subjectsMax: 100 },
};

const CLICKSTREAM_FACTOR = 2;

/** What one call costs at most. @param rows that its answer has at most */
export function estimateKeywordCallUsd(
  call: KeywordCall,
  rows: number,
  { withClickstream = false }: { readonly withClickstream?: boolean | undefined } = {},
): number {
  const { taskUsd, rowUsd } = KEYWORD_OPERATIONS[call];
  return roundUsd((taskUsd + rowUsd * rows) * (withClickstream ? CLICKSTREAM_FACTOR : 1));
}

export function toKeywordTask({ keywords, locationCode, languageCode, withClickstream = false }: KeywordsRequest): Record<string, unknown> {
  const more = withClickstream ? { include_clickstream_data: true } : {};
  return { keywords, location_code: locationCode, language_code: languageCode, ...more };
}

const LENGTH_MAX = 80;
const WORDS_MAX = 10;

/** Whether the provider takes a keyword of this length; which signs it takes is known only by asking. */
export function fitsKeywordCall(keyword: string): boolean {
  return keyword.length <= LENGTH_MAX && keyword.split(/\s+/u).length <= WORDS_MAX;
}

let labsLanguages: ReadonlyMap<number, ReadonlySet<string>> | undefined;

/** Whether the provider's own database of keywords covers a country in a language. */
export function isInLabs(countryCode: number, languageCode: string): boolean {
  labsLanguages ??= readLabsLanguages();
  return labsLanguages.get(countryCode)?.has(languageCode) ?? false;
}

function readLabsLanguages(): ReadonlyMap<number, ReadonlySet<string>> {
  const text = readFileSync(new URL('../data/labs-places.tsv', import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [code = '', languages = ''] = line.split('\t');
      return [Number(code), new Set(languages.split(','))];
    }),
  );
}

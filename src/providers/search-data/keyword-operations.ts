import { readFileSync } from 'node:fs';
import { roundUsd } from '#kernel/money.ts';
import type { FiguresSource, KeywordsRequest } from './index.ts';

/** One of the provider's operations that answer figures of keywords. */
export interface KeywordOperation {
  readonly path: string;
  /** Class of endpoint in `limits.ts`. */
  readonly rateClass: string;
  /** Keywords that one call takes. */
  readonly keywordsMax: number;
  readonly taskUsd: number;
  /** For each keyword that the answer holds. */
  readonly rowUsd: number;
}

export const KEYWORD_OPERATIONS: Readonly<Record<FiguresSource, KeywordOperation>> = {
  labs: {
    path: '/v3/dataforseo_labs/google/keyword_overview/live',
    rateClass: 'labs_live',
    keywordsMax: 700,
    taskUsd: 0.01,
    rowUsd: 0.0001,
  },
  google_ads: {
    path: '/v3/keywords_data/google_ads/search_volume/live',
    rateClass: 'google_ads_live',
    keywordsMax: 1_000,
    taskUsd: 0.075,
    rowUsd: 0,
  },
};

/** What one call costs at most. */
export function estimateKeywordCallUsd({ source, keywords }: Pick<KeywordsRequest, 'source' | 'keywords'>): number {
  const { taskUsd, rowUsd } = KEYWORD_OPERATIONS[source];
  return roundUsd(taskUsd + rowUsd * keywords.length);
}

export function toKeywordTask({ keywords, locationCode, languageCode }: KeywordsRequest, tag: string): Record<string, unknown> {
  return { keywords, location_code: locationCode, language_code: languageCode, tag };
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
  const text = readFileSync(new URL('data/labs-places.tsv', import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [code = '', languages = ''] = line.split('\t');
      return [Number(code), new Set(languages.split(','))];
    }),
  );
}

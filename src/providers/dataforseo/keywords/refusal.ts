import { normalizeKeyword } from '#kernel/text.ts';
import { INVALID_FIELD } from '../errors.ts';
import type { KeywordsRefusal } from '#providers/search-data/index.ts';

const LOCATION_FIELD = /'(location|language)_(code|name)'/u;

/** The provider refused a call because of a location, a language or, as it seldom says which, of one of its keywords. */
export function toKeywordsRefusal(message: string, keywords: readonly string[]): KeywordsRefusal {
  const reason = toReason(message);
  if (LOCATION_FIELD.test(message)) return { state: 'refused', what: 'location', reason };
  const named = new Set(
    [...message.replace(/'keywords?'/u, '').matchAll(/['"]([^'"]+)['"]/gu)].map(([, text = '']) => normalizeKeyword(text)),
  );
  return { state: 'refused', what: 'keywords', named: keywords.filter((keyword) => named.has(normalizeKeyword(keyword))), reason };
}

export function toReason(message: string): string {
  return `DataForSEO ${INVALID_FIELD}: ${message}`;
}

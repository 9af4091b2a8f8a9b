import { mix } from '../hashing.ts';
import type { KeywordFacts } from '../world/keywords.ts';
import type { Place } from '../world/places.ts';

export type SearchEngine = 'google' | 'bing';
export type Device = 'desktop' | 'mobile';

/** What a result page depends on, and nothing else. */
export interface SerpQuery {
  readonly facts: KeywordFacts;
  readonly place: Place;
  readonly languageCode: string;
  readonly device: Device;
  readonly engine: SearchEngine;
  /** Days since 1970 of the world's date. */
  readonly day: number;
}

/** Chance that belongs to keyword, place, language and engine, whatever the device and day. */
export function queryHash(query: SerpQuery): number {
  const language = query.languageCode.charCodeAt(0) * 256 + query.languageCode.charCodeAt(1);
  return mix(mix(query.facts.hash, query.place.code), mix(language, query.engine === 'google' ? 1 : 2));
}

export function queryKey(query: SerpQuery): string {
  return `${query.day} ${query.engine} ${query.device} ${query.place.code} ${query.languageCode} ${query.facts.text}`;
}

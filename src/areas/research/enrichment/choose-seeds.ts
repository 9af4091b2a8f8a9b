import { fold } from './brand-names.ts';
import type { SitePhrase } from './list-phrases.ts';

const SEEDS_MAX = 30;

/** The seed keywords of a site, most telling first: at most 30, of those that differ only in number or spelling the first. */
export function chooseSeeds(phrases: readonly SitePhrase[]): string[] {
  const taken = new Map<string, string>();
  for (const { text } of phrases) {
    const key = text.split(' ').map(toStem).toSorted().join(' ');
    if (!taken.has(key)) taken.set(key, text);
    if (taken.size === SEEDS_MAX) break;
  }
  return [...taken.values()];
}

/** Near enough to compare words by. */
function toStem(word: string): string {
  return fold(word).replace(/(?<=.{3})(?:es|en|s|e|n)$/u, '');
}

import { loadTopics } from './find-topics.ts';
import { fold } from './brand-names.ts';
import type { SitePhrase } from './list-phrases.ts';

const SEEDS_MAX = 30;
/** Fewer are filled up with phrases that say little. */
const SEEDS_MIN = 10;
/** What a phrase weighs that a title, or several places, hold. */
const TELLING_WEIGHT = 1.4;
/** People search for what names a topic. */
const TOPIC_FACTOR = 2;

/** The seed keywords of a site, most telling first: at most 30, of those that differ only in number or spelling the first. */
export async function chooseSeeds(phrases: readonly SitePhrase[]): Promise<string[]> {
  const { matcher } = await loadTopics();
  const weighed = phrases
    .map(({ text, weight }) => ({ text, weight: matcher.find(text).length > 0 ? weight * TOPIC_FACTOR : weight }))
    .toSorted((one, other) => other.weight - one.weight);
  const taken = new Map<string, string>();
  for (const { text, weight } of weighed) {
    const key = text.split(' ').map(toStem).toSorted().join(' ');
    if (taken.has(key)) continue;
    if (taken.size >= SEEDS_MAX || (taken.size >= SEEDS_MIN && weight < TELLING_WEIGHT)) break;
    taken.set(key, text);
  }
  return [...taken.values()];
}

/** Near enough to compare words by. */
function toStem(word: string): string {
  return fold(word).replace(/(?<=.{3})(?:es|en|s|e|n)$/u, '');
}

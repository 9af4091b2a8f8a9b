import { loadPageJudges, loadTopicPhrases } from '#areas/classification/index.ts';
import { listProviderCategories } from '#providers/search-data/categories.ts';
import type { SitePhrase } from './list-phrases.ts';

type Matcher = ReturnType<Awaited<ReturnType<typeof loadPageJudges>>['makePhraseMatcher']>;

const PHRASES_MAX = 60;
/** From this weight of phrases on a topic is sure. */
const ENOUGH_WEIGHT = 6;
/** What a phrase of a running text says for each of its words. */
const TEXT_WEIGHT = 0.2;
/** What a category passes on to the one above it. */
const UP_SHARE = 0.35;

export interface Topics {
  /** Finds paths of categories. */
  readonly matcher: Matcher;
  readonly idOf: ReadonlyMap<string, number>;
  readonly parentOf: ReadonlyMap<number, number | null>;
}

let topics: Promise<Topics> | undefined;

/**
 * Categories of the provider whose topics the phrases of a site name (`topics.tsv` of the classifier), from 0 to about 1, by id; in
 * every language of the table. A category above several of them gets a share of each.
 * @param texts of the pages: what they say in passing counts a little
 */
export async function findTopics(phrases: readonly SitePhrase[], texts: readonly string[]): Promise<Map<number, number>> {
  const { matcher, idOf, parentOf } = await loadTopics();
  const sums = new Map<number, number>();
  const add = (id: number, weight: number): void => void sums.set(id, (sums.get(id) ?? 0) + weight);
  const count = (path: string, weight: number): void => {
    const id = idOf.get(path);
    if (id === undefined) return;
    add(id, weight);
    const parent = parentOf.get(id);
    if (parent !== undefined && parent !== null) add(parent, weight * UP_SHARE);
  };
  for (const { text, weight } of phrases.slice(0, PHRASES_MAX))
    for (const { kind, share } of findInPhrase(matcher, text)) count(kind, weight * share);
  for (const text of texts) for (const { kind, phrase } of matcher.find(text)) count(kind, TEXT_WEIGHT * phrase.split(' ').length);
  const highest = Math.max(ENOUGH_WEIGHT, ...sums.values());
  return new Map([...sums].map(([id, sum]) => [id, sum / highest]));
}

/** The table of topics, read when the first site is judged. */
export function loadTopics(): Promise<Topics> {
  topics ??= load();
  return topics;
}

/** The topics of one phrase, each with the share of its words; a longer one hides those that stand inside it. */
function findInPhrase(matcher: Matcher, text: string): { readonly kind: string; readonly share: number }[] {
  const found = matcher.find(text);
  const best = new Map<string, number>();
  for (const { kind, phrase } of found) {
    const isInside = found.some(
      (other) => other.phrase.length > phrase.length && ` ${other.phrase.toLowerCase()} `.includes(` ${phrase.toLowerCase()} `),
    );
    const share = phrase.split(' ').length / text.split(' ').length;
    if (!isInside) best.set(kind, Math.max(best.get(kind) ?? 0, Math.min(1, share)));
  }
  return [...best].map(([kind, share]) => ({ kind, share }));
}

async function load(): Promise<Topics> {
  const { makePhraseMatcher } = await loadPageJudges();
  const categories = listProviderCategories();
  return {
    matcher: makePhraseMatcher(await loadTopicPhrases()),
    idOf: new Map(categories.map(({ path, id }) => [path, id])),
    parentOf: new Map(categories.map(({ id, parentId }) => [id, parentId])),
  };
}

import { mix, noise } from '../../hashing.ts';
import { titleOn } from './app-state.ts';
import { isInStore, isSold, type StoreApp } from './store-app.ts';
import { findCategory } from './store-categories.ts';

export interface AppQuery {
  readonly term: string;
  readonly country: string;
  /** Days since 1970. */
  readonly day: number;
}

/** Finds the apps of one store for a search term, the best first. */
export type AppSearch = (query: AppQuery) => readonly StoreApp[];

const NAME_WEIGHT = 3;
const LABEL_WEIGHT = 2;
/** An app whose name or title of today is searched for stands before all others. */
const EXACT_WEIGHT = 100;

/** A word index over what never changes of the apps: name, labels, developer, category. */
export function makeAppSearch(apps: readonly StoreApp[]): AppSearch {
  const index = new Map<string, Map<StoreApp, number>>();
  for (const app of apps) {
    note(index, app, app.name, NAME_WEIGHT);
    note(index, app, app.labels.join(' '), LABEL_WEIGHT);
    note(index, app, `${app.developer.name} ${findCategory(app.platform, app.categoryId)?.name ?? ''}`, 1);
  }
  return ({ term, country, day }) => {
    const words = wordsOf(term);
    const scores = new Map<StoreApp, number>();
    for (const word of words) for (const [app, weight] of index.get(word) ?? []) scores.set(app, (scores.get(app) ?? 0) + weight);
    return [...scores]
      .filter(([app]) => isInStore(app, day) && isSold(app, country))
      .map(([app, weight]) => ({ app, score: scoreOf(app, weight / words.length, { term, country, day }) }))
      .toSorted((left, right) => right.score - left.score || left.app.index - right.app.index)
      .map(({ app }) => app);
  };
}

function note(index: Map<string, Map<StoreApp, number>>, app: StoreApp, text: string, weight: number): void {
  for (const word of new Set(wordsOf(text))) {
    const holders = index.get(word) ?? new Map<StoreApp, number>();
    index.set(word, holders);
    holders.set(app, Math.max(weight, holders.get(app) ?? 0));
  }
}

function scoreOf(app: StoreApp, fit: number, { term, day }: AppQuery): number {
  const isExact = isNamed(app, { term, day });
  return (isExact ? EXACT_WEIGHT : 0) + fit + 0.8 * app.popularity + 0.15 * noise(mix(app.hash, term.length), day / 7);
}

/** Whether a term is the name of an app, or its title of that day. */
export function isNamed(app: StoreApp, { term, day }: Pick<AppQuery, 'term' | 'day'>): boolean {
  const wanted = wordsOf(term).join(' ');
  return [app.name, titleOn(app, day)].some((text) => wordsOf(text).join(' ') === wanted);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

import { findPlace } from '../../world/places.ts';
import { findCategory, storeCategories } from '../../world/apps/store-categories.ts';
import { findStorefront } from '../../world/apps/storefronts.ts';
import type { StoreApp } from '../../world/apps/store-app.ts';
import type { StoreView } from '../../stores/view.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import type { SearchTools, TaskRequest } from '../answer.ts';
import { dayOf, numberOf, textOf } from '../search-request.ts';

export type Platform = StoreApp['platform'];

/** Countries with a store that the lists of places lack. */
const MORE_PLACES: Readonly<Record<number, string>> = {
  2060: 'bm',
  2092: 'vg',
  2136: 'ky',
  2158: 'tw',
  2344: 'hk',
  2446: 'mo',
  2500: 'ms',
  2660: 'ai',
};
const TAG_LENGTH_MAX = 255;

/** Fields of every question about a store. */
export function appRules(own: Readonly<Record<string, FieldRule>>, required: readonly string[]): FieldRules {
  return {
    fields: {
      location_code: { type: 'integer' },
      location_name: { type: 'text' },
      language_code: { type: 'text' },
      language_name: { type: 'text' },
      tag: { type: 'text', lengthMax: TAG_LENGTH_MAX },
      ...own,
    },
    required,
    requireOneOf: [
      ['location_code', 'location_name'],
      ['language_code', 'language_name'],
    ],
  };
}

/** The store as the task looks at it; undefined: there is no store at that place. */
export function toView(tools: SearchTools, task: TaskRequest): StoreView | undefined {
  const code = numberOf(task, 'location_code');
  const country = (code === undefined ? undefined : MORE_PLACES[code]) ?? findPlace(code ?? textOf(task, 'location_name') ?? '')?.country;
  const storefront = country === undefined ? undefined : findStorefront(country);
  return storefront === undefined ? undefined : { apps: tools.world.apps, day: dayOf(tools.now()), storefront, device: 'iphone' };
}

/** The vendor's word for a category: its own id in lower case, or its name, games with the word in front. */
export function toWord(platform: Platform, id: string): string {
  if (platform === 'store_b') return id.toLowerCase();
  const category = findCategory(platform, id);
  const name = (category?.name ?? '').toLowerCase().replaceAll('&', 'and').replaceAll(/\W+/gu, '_');
  return category?.parentId === '6014' ? `games_${name}` : name;
}

const words: ReadonlyMap<string, string> = new Map(
  storeCategories.filter(({ parentId }) => parentId !== null).map(({ platform, id }) => [`${platform} ${toWord(platform, id)}`, id]),
);

/** The category that a word of the vendor names; `all` without a word. */
export function findCategoryId(platform: Platform, word: string | undefined): string | undefined {
  if (word === undefined) return 'all';
  return words.get(`${platform} ${word}`) ?? storeCategories.find((one) => one.platform === platform && one.id.toLowerCase() === word)?.id;
}

export function listWords(platform: Platform): string[] {
  return [...words.keys()].filter((key) => key.startsWith(platform)).map((key) => key.slice(platform.length + 1));
}

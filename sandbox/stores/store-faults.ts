/** What only the pages and services of the app stores do, each in an answer with status 200. */
export const STORE_KINDS = [
  'no_data_block',
  'bare_array',
  'wrong_storefront',
  'renamed_fields',
  'missing_fields',
  'duplicate_shelf',
  'no_rating',
  'numeric_ids',
  'no_similar',
  'deferred_shelf',
  'new_category',
] as const;
export type StoreFault = (typeof STORE_KINDS)[number];

type Fields = Readonly<Record<string, unknown>>;

const RENAMED = ['shelfMapping', 'shelves', 'segments', 'charts', 'adamId', 'lockup', 'results', 'trackId', 'entry'];
const MISSING = new Set(['title', 'trackName', 'developerName', 'artistName', 'remainingContent', 'im:name', 'name']);
const RATINGS = new Set(['rating', 'ratingCount', 'averageUserRating', 'userRatingCount', 'aggregateRating', 'ratingAverage']);

/** JSON text of what a store says, with the fault in it. */
export function writeStoreJson(value: unknown, fault: StoreFault | undefined): string {
  switch (fault) {
    case 'renamed_fields':
      return JSON.stringify(value).replaceAll(new RegExp(`"(${RENAMED.join('|')})":`, 'gu'), '"$1Data":');
    case 'missing_fields':
      return writeWithout(value, MISSING);
    case 'no_rating':
      return writeWithout(value, RATINGS);
    case 'numeric_ids':
      return JSON.stringify(value).replaceAll(/"(adamId|id|trackId)":"(\d+)"/gu, '"$1":$2');
    default:
      return JSON.stringify(value);
  }
}

/** The shelf of similar apps twice under two keys, or the first shelf of a list twice. */
export function doubleShelf(data: Fields): Fields {
  const { shelfMapping: mapped, shelves: listed } = data as { shelfMapping?: Fields; shelves?: readonly unknown[] };
  return {
    ...data,
    ...(mapped === undefined ? {} : { shelfMapping: { ...mapped, similarItemsAgain: mapped['similarItems'] } }),
    ...(listed === undefined ? {} : { shelves: [...listed, ...listed.slice(0, 2)] }),
  };
}

/** The page of an app that the store finds nothing similar to. */
export function leaveSimilar(data: Fields): Fields {
  const { shelfMapping: mapped } = data as { shelfMapping?: Fields };
  if (mapped === undefined) return data;
  return { ...data, shelfMapping: Object.fromEntries(Object.entries(mapped).filter(([key]) => !key.startsWith('similarItems'))) };
}

const LATER = { items: [], url: 'https://amp-api-edge.apps.apple.com/v1/editorial/us/shelves/1' };

/** The last shelf of a page of shelves, or the similar apps of an app, are left to be loaded when they come into sight. */
export function deferShelf(data: Fields): Fields {
  const { shelves, shelfMapping: mapped } = data as { shelves?: readonly Fields[]; shelfMapping?: Fields };
  const similar = mapped?.['similarItems'];
  if (similar !== undefined) return { ...data, shelfMapping: { ...mapped, similarItems: { ...(similar as Fields), ...LATER } } };
  return shelves === undefined ? data : { ...data, shelves: [...shelves.slice(0, -1), { ...shelves.at(-1), ...LATER }] };
}

/** A page of charts names a category that the world does not have. */
export function addCategory(data: Fields): Fields {
  const { categories } = data as { categories?: readonly Fields[] };
  return categories === undefined ? data : { ...data, categories: [...categories, { name: 'Seasonal', genreId: '6099' }] };
}

function writeWithout(value: unknown, names: ReadonlySet<string>): string {
  return JSON.stringify(value, (name, inner: unknown) => (names.has(name) ? undefined : inner));
}

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

function writeWithout(value: unknown, names: ReadonlySet<string>): string {
  return JSON.stringify(value, (name, inner: unknown) => (names.has(name) ? undefined : inner));
}

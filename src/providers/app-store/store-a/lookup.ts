import type { LookupRecord } from '../types.ts';
import {
  dateOf,
  fieldsOf,
  idOf,
  listOf,
  makeFieldCheck,
  MissingFieldsError,
  numberOf,
  textOf,
  urlOf,
  WrongAnswerError,
  type FieldCheck,
  type Fields,
} from './fields.ts';
import { parseJson } from './page-data.ts';

const SOFTWARE = 'software';
/** So many apps are not all without ratings. */
const SOME_ARE_RATED = 10;
/** What a record may lack, and what not all records of an answer lack. */
const EXPECTED: readonly { readonly field: keyof LookupRecord; readonly name: string; readonly ofAtLeast?: number }[] = [
  { field: 'version', name: 'version' },
  { field: 'releaseDate', name: 'releaseDate' },
  { field: 'sizeBytes', name: 'fileSizeBytes' },
  { field: 'description', name: 'description' },
  { field: 'primaryCategory', name: 'primaryGenreId' },
  { field: 'price', name: 'price' },
  { field: 'iconUrl', name: 'artworkUrl512' },
  { field: 'currentVersionReleaseDate', name: 'currentVersionReleaseDate' },
  { field: 'rating', name: 'averageUserRating', ofAtLeast: SOME_ARE_RATED },
  { field: 'ratingCount', name: 'userRatingCount', ofAtLeast: SOME_ARE_RATED },
];

export interface LookupAnswer {
  readonly value: ReadonlyMap<string, LookupRecord>;
  /** Names of fields that no record has. */
  readonly missing: readonly string[];
}

/**
 * Reads an answer of the lookup service. Rows of other kinds (developers, desktop apps) are left out.
 * @throws MissingFieldsError when the answer, or any record, lacks what every one has
 * @throws WrongAnswerError when the records are another country's
 */
export function parseLookup(text: string, storefront: string): LookupAnswer {
  const answer = fieldsOf(parseJson(text));
  const rows = listOf(answer['results']);
  if (rows === undefined) throw new MissingFieldsError([toRefusal(answer)]);
  const check = makeFieldCheck();
  const records = rows.map(fieldsOf).flatMap((row) => (isApp(row) ? (readRecord(row, { storefront, check }) ?? []) : []));
  if (check.missing.size > 0) throw new MissingFieldsError(check.missing);
  const missing = EXPECTED.filter(
    ({ field, ofAtLeast = 1 }) => records.length >= ofAtLeast && records.every((one) => one[field] === undefined),
  );
  return { value: new Map(records.map((record) => [record.appId, record])), missing: missing.map(({ name }) => `results[].${name}`) };
}

/** An answer without results says why. */
function toRefusal({ errorMessage }: Fields): string {
  const said = textOf(errorMessage);
  return said === undefined ? 'results' : `results (${said})`;
}

/** Rows that do not say what they are count as apps, so that they are missed. */
function isApp({ wrapperType, kind }: Fields): boolean {
  return (wrapperType === undefined || wrapperType === SOFTWARE) && (kind === undefined || kind === SOFTWARE);
}

function readRecord(row: Fields, { storefront, check }: { storefront: string; check: FieldCheck }): LookupRecord | undefined {
  const appId = check.need('results[].trackId', idOf(row['trackId']));
  const title = check.need('results[].trackName', textOf(row['trackName']));
  const developerName = check.need('results[].artistName', textOf(row['artistName']));
  if (appId === undefined || title === undefined || developerName === undefined) return undefined;
  const pageUrl = urlOf(row['trackViewUrl'])?.split('?', 1)[0];
  checkCountry(pageUrl, storefront);
  const price = numberOf(row['price']);
  return {
    appId,
    title,
    developerName,
    version: textOf(row['version']),
    releaseDate: dateOf(row['releaseDate']),
    pageUrl,
    price,
    isFree: price === undefined ? undefined : price === 0,
    currency: textOf(row['currency']),
    bundleId: textOf(row['bundleId']),
    developerId: idOf(row['artistId']),
    description: textOf(row['description']),
    rating: numberOf(row['averageUserRating']),
    ratingCount: numberOf(row['userRatingCount']),
    primaryCategory: idOf(row['primaryGenreId']),
    categories: listOf(row['genreIds'])?.flatMap((id) => idOf(id) ?? []) ?? [],
    iconUrl: urlOf(row['artworkUrl512']),
    screenshotUrls: { iphone: readUrls(row['screenshotUrls']), ipad: readUrls(row['ipadScreenshotUrls']) },
    sizeBytes: toBytes(row['fileSizeBytes']),
    currentVersionReleaseDate: dateOf(row['currentVersionReleaseDate']),
    releaseNotes: textOf(row['releaseNotes']),
    websiteUrl: urlOf(row['sellerUrl']),
  };
}

function checkCountry(pageUrl: string | undefined, storefront: string): void {
  const country = /^https?:\/\/[^/]+\/([a-z]{2})\//u.exec(pageUrl ?? '')?.[1];
  if (country !== undefined && country !== storefront)
    throw new WrongAnswerError('wrong_storefront', `the records are for the storefront ${country}, not ${storefront}`);
}

function readUrls(value: unknown): readonly string[] {
  return listOf(value)?.flatMap((url) => urlOf(url) ?? []) ?? [];
}

/** Comes as text. */
function toBytes(value: unknown): number | undefined {
  const bytes = Number(value ?? NaN);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}

import type { FeedRow } from '../types.ts';
import {
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

const LEGACY_PARTS: ReadonlySet<string> = new Set(['author', 'entry', 'updated', 'rights', 'title', 'icon', 'link', 'id']);
const GAMES = '6014';
/** Among so many apps in the chart of a category some have it as their first. */
const SOME_ARE_ITS_OWN = 10;

/**
 * Reads a feed of the second generation: the whole store, free or paid.
 * @throws MissingFieldsError when the feed, or a row, lacks what all have
 * @throws WrongAnswerError when the feed is another country's
 */
export function parseMarketingFeed(text: string, storefront: string): FeedRow[] {
  const feed = fieldsOf(fieldsOf(parseJson(text))['feed']);
  const country = textOf(feed['country']);
  if (country !== undefined && country !== storefront) throw otherCountry(country, storefront);
  const check = makeFieldCheck();
  const rows = check.need('feed.results', listOf(feed['results'])) ?? [];
  return finish(
    rows.map(fieldsOf).map((row, at) => readMarketingRow(row, at + 1, check)),
    check,
  );
}

/**
 * Reads a feed of the first generation. A single entry is no list, and without entries there is none.
 * @throws as `parseMarketingFeed`; `MissingFieldsError` also when a category was asked for and the entries are of others
 */
export function parseLegacyFeed(
  text: string,
  { storefront, categoryId }: { readonly storefront: string; readonly categoryId?: string | undefined },
): FeedRow[] {
  const check = makeFieldCheck();
  const feed = fieldsOf(check.need('feed', fieldsOf(parseJson(text))['feed']));
  const { entry } = feed;
  // Without entries, and with a part that no feed has: they have moved there.
  if (entry === undefined && Object.keys(feed).some((name) => !LEGACY_PARTS.has(name))) check.need('feed.entry', entry);
  const entries = entry === undefined ? [] : (listOf(entry) ?? [entry]);
  for (const one of entries) checkEntryCountry(fieldsOf(one), storefront);
  const rows = finish(
    entries.map(fieldsOf).map((one, at) => readEntry(one, at + 1, check)),
    check,
  );
  if (isOfOthers(rows, categoryId)) throw new MissingFieldsError([`feed.entry[].category ${categoryId}`]);
  return rows;
}

/** A category that the feed does not know is ignored: the chart of the whole store comes. Games say `Games`, whatever their kind. */
function isOfOthers(rows: readonly FeedRow[], categoryId: string | undefined): boolean {
  if (categoryId === undefined || !/^60\d\d$/u.test(categoryId) || categoryId === GAMES) return false;
  return rows.length >= SOME_ARE_ITS_OWN && rows.every((row) => row.categoryId !== categoryId);
}

function finish(rows: readonly (FeedRow | undefined)[], check: FieldCheck): FeedRow[] {
  if (check.missing.size > 0) throw new MissingFieldsError(check.missing);
  return rows.filter((row) => row !== undefined);
}

function readMarketingRow(row: Fields, rank: number, check: FieldCheck): FeedRow | undefined {
  const appId = check.need('feed.results[].id', idOf(row['id']));
  const title = check.need('feed.results[].name', textOf(row['name']));
  const developerName = check.need('feed.results[].artistName', textOf(row['artistName']));
  if (appId === undefined || title === undefined) return undefined;
  return {
    rank,
    appId,
    title,
    developerName,
    bundleId: undefined,
    price: undefined,
    currency: undefined,
    categoryId: undefined,
    iconUrl: urlOf(row['artworkUrl100']),
  };
}

function readEntry(entry: Fields, rank: number, check: FieldCheck): FeedRow | undefined {
  const ids = attributesOf(entry['id']);
  const appId = check.need('feed.entry[].id.im:id', idOf(ids['im:id']));
  const title = check.need('feed.entry[].im:name', labelOf(entry['im:name']));
  if (appId === undefined || title === undefined) return undefined;
  const price = attributesOf(entry['im:price']);
  const amount = numberOf(Number(price['amount'] ?? NaN));
  return {
    rank,
    appId,
    title,
    developerName: labelOf(entry['im:artist']),
    bundleId: textOf(ids['im:bundleId']),
    price: amount,
    currency: textOf(price['currency']),
    categoryId: idOf(attributesOf(entry['category'])['im:id']),
    iconUrl: urlOf(labelOf(listOf(entry['im:image'])?.at(-1))),
  };
}

function checkEntryCountry(entry: Fields, storefront: string): void {
  const country = /^https?:\/\/[^/]+\/([a-z]{2})\//u.exec(labelOf(entry['id']) ?? '')?.[1];
  if (country !== undefined && country !== storefront) throw otherCountry(country, storefront);
}

function otherCountry(country: string, storefront: string): WrongAnswerError {
  return new WrongAnswerError('wrong_storefront', `the feed is for the storefront ${country}, not ${storefront}`);
}

function labelOf(value: unknown): string | undefined {
  return textOf(fieldsOf(value)['label']);
}

function attributesOf(value: unknown): Fields {
  return fieldsOf(fieldsOf(value)['attributes']);
}

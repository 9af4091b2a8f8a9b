import { readLines } from '#areas/classification/index.ts';
import type { AppContext } from '#context';
import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE } from '#areas/projects/index.ts';
import type { ListMarket } from '#providers/search-data/lists.ts';

interface Home {
  readonly locationCode: number;
  /** Of an ending: what most sites there are written in. */
  readonly languageCode: string | undefined;
}

let homes: ReadonlyMap<string, Home> | undefined;

/**
 * The country and language that a site most likely serves: by the ending of its name where its language is known there
 * at the provider, else by its language, else the default (`data/home-markets.tsv`).
 */
export function findHomeMarket({ searchData }: Pick<AppContext, 'searchData'>, host: string, languageCode: string): ListMarket {
  const candidates = [findEnding(host), readHomes().get(languageCode)].filter((home) => home !== undefined);
  const found = candidates.find((home) => searchData.hasLists(home.locationCode, languageCode));
  return found === undefined ? DEFAULT_MARKET : { locationCode: found.locationCode, languageCode };
}

/** The same by the name of the site alone, while nothing of it is read. */
export function findMarketOfName({ searchData }: Pick<AppContext, 'searchData'>, host: string): ListMarket {
  const { locationCode, languageCode } = findEnding(host) ?? {};
  if (locationCode === undefined || languageCode === undefined || !searchData.hasLists(locationCode, languageCode)) return DEFAULT_MARKET;
  return { locationCode, languageCode };
}

const DEFAULT_MARKET: ListMarket = { locationCode: DEFAULT_LOCATION_CODE, languageCode: DEFAULT_LANGUAGE_CODE };

function findEnding(host: string): Home | undefined {
  return readHomes().get(`.${host.split('.').at(-1) ?? ''}`);
}

function readHomes(): ReadonlyMap<string, Home> {
  homes ??= new Map(
    readLines(new URL('data/home-markets.tsv', import.meta.url)).map((line) => {
      const [key = '', code, languageCode] = line.split('\t');
      return [key, { locationCode: Number(code), languageCode }];
    }),
  );
  return homes;
}

import { readLines } from '#areas/classification/index.ts';
import type { AppContext } from '#context';
import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE } from '#areas/projects/index.ts';
import type { ListMarket } from '#providers/search-data/lists.ts';

let countries: ReadonlyMap<string, number> | undefined;

/**
 * The country and language that a site most likely serves: by the ending of its name where its language is known there
 * at the provider, else by its language, else the default (`data/home-markets.tsv`).
 */
export function findHomeMarket({ searchData }: Pick<AppContext, 'searchData'>, host: string, languageCode: string): ListMarket {
  countries ??= new Map(
    readLines(new URL('data/home-markets.tsv', import.meta.url)).map((line) => {
      const [key = '', code] = line.split('\t');
      return [key, Number(code)];
    }),
  );
  const ending = countries.get(`.${host.split('.').at(-1) ?? ''}`);
  const candidates = [ending, countries.get(languageCode)].filter((code) => code !== undefined);
  const locationCode = candidates.find((code) => searchData.hasLists(code, languageCode));
  return locationCode === undefined
    ? { locationCode: DEFAULT_LOCATION_CODE, languageCode: DEFAULT_LANGUAGE_CODE }
    : { locationCode, languageCode };
}

import { readFileSync } from 'node:fs';
import { findCountryCode } from '#areas/projects/index.ts';

/** Numbers of countries are those of ISO 3166, and this; some of them are older than the country. */
const COUNTRIES_FROM = 2_000;

let countries: ReadonlyMap<number, string> | undefined;

/** Where Search Console counts what is asked for in a place. */
export interface GoogleCountry {
  /** Three letters, in lower case. */
  readonly country: string;
  /** The place is the country itself, and no part of it. */
  readonly isWhole: boolean;
}

/** The country of a place as Search Console writes it; undefined where the bundled tables do not say. */
export function findGoogleCountry(locationCode: number): GoogleCountry | undefined {
  countries ??= readCountries();
  const code = findCountryCode(locationCode);
  const country = code === undefined ? undefined : countries.get(code - COUNTRIES_FROM);
  return country === undefined ? undefined : { country, isWhole: code === locationCode };
}

function readCountries(): ReadonlyMap<number, string> {
  const text = readFileSync(new URL('countries.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trim().split('\n');
  return new Map(lines.map((line) => line.split('\t')).map(([number, letters = '']) => [Number(number), letters]));
}

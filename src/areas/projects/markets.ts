import { readFileSync } from 'node:fs';

/** The location and language that a keyword is asked in. */
export const DEFAULT_LOCATION_CODE = 2840;
export const DEFAULT_LANGUAGE_CODE = 'en';

/**
 * Numbers that the provider gives to counties, towns and postal areas. There are some 90,000 of them,
 * so the bundled table ends at regions: inside these ranges a number is accepted, and one that does not
 * exist is refused by the provider, free of charge, and shown as a failed check.
 */
const LOCAL_AREA_RANGES = [
  { first: 1_000_000, last: 1_099_999 },
  { first: 9_000_000, last: 9_299_999 },
] as const;

/** Local areas of a country were numbered one after the other; where that is known to hold, the country follows from the number. */
const COUNTRY_RANGES = [
  { first: 1_000_142, last: 1_000_679, country: 'AU' },
  { first: 1_001_792, last: 1_002_806, country: 'CA' },
  { first: 1_006_457, last: 1_007_465, country: 'GB' },
  { first: 1_007_834, last: 1_007_909, country: 'IE' },
  { first: 1_011_036, last: 1_011_075, country: 'NZ' },
  { first: 1_012_873, last: 1_028_514, country: 'US' },
  { first: 1_028_617, last: 1_028_766, country: 'ZA' },
] as const;
const COUNTRY_CODES = { first: 2_000, last: 2_999 } as const;

let locationCodes: ReadonlySet<number> | undefined;
let countryCodes: ReadonlyMap<number, number> | undefined;
let languageCodes: ReadonlySet<string> | undefined;

/** Whether the provider serves the location: a country, state or region of the table, or a local area. */
export function isLocationCode(code: number): boolean {
  locationCodes ??= new Set(readFirstColumn('locations.tsv').map(Number));
  return locationCodes.has(code) || LOCAL_AREA_RANGES.some((range) => code >= range.first && code <= range.last);
}

/** The number of the country that a location lies in; `undefined` where the bundled table does not say. */
export function findCountryCode(locationCode: number): number | undefined {
  countryCodes ??= readCountryCodes();
  return countryCodes.get(COUNTRY_RANGES.find(({ first, last }) => locationCode >= first && locationCode <= last)?.first ?? locationCode);
}

/** The country of each location of the table, and of the first of each range. */
function readCountryCodes(): ReadonlyMap<number, number> {
  const locations = readTableRows('locations.tsv').map(([code = '', _name, country = '']) => ({ code: Number(code), country }));
  const codes = new Map(
    locations.flatMap(({ code, country }) => (code >= COUNTRY_CODES.first && code <= COUNTRY_CODES.last ? [[country, code] as const] : [])),
  );
  const known = [...locations, ...COUNTRY_RANGES.map(({ first, country }) => ({ code: first, country }))];
  return new Map(known.flatMap(({ code, country }) => (codes.has(country) ? [[code, codes.get(country) ?? 0] as const] : [])));
}

/** Whether the provider knows the language; case counts (`zh-CN`). */
export function isLanguageCode(code: string): boolean {
  return listLanguageCodes().has(code);
}

/** Every language of the provider. */
export function listLanguageCodes(): ReadonlySet<string> {
  languageCodes ??= new Set(readFirstColumn('languages.tsv'));
  return languageCodes;
}

function readFirstColumn(file: string): string[] {
  return readTableRows(file).map(([first = '']) => first);
}

/** The lines of a bundled table below its head, each cut at its tabs. */
export function readTableRows(file: string): string[][] {
  const text = readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}

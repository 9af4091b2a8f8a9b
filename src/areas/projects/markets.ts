import { readFileSync } from 'node:fs';

/** The place and language that a keyword is asked in (specification 2.3). */
export const DEFAULT_LOCATION_CODE = 2840;
export const DEFAULT_LANGUAGE_CODE = 'en';

/**
 * Numbers that the provider gives to counties, towns and postal areas. There are some 90,000 of them,
 * so the bundled table ends at regions: inside these ranges a number is taken, and one that nobody has
 * is refused by the provider, free of charge, and shown as a failed check.
 */
const LOCAL_AREA_RANGES = [
  { first: 1_000_000, last: 1_099_999 },
  { first: 9_000_000, last: 9_299_999 },
] as const;

let locationCodes: ReadonlySet<number> | undefined;
let languageCodes: ReadonlySet<string> | undefined;

/** Whether the provider serves the place: a country, state or region of the table, or a local area. */
export function isLocationCode(code: number): boolean {
  locationCodes ??= new Set(readFirstColumn('locations.tsv').map(Number));
  return locationCodes.has(code) || LOCAL_AREA_RANGES.some((range) => code >= range.first && code <= range.last);
}

/** Whether the provider knows the language; case counts (`zh-CN`). */
export function isLanguageCode(code: string): boolean {
  languageCodes ??= new Set(readFirstColumn('languages.tsv'));
  return languageCodes.has(code);
}

function readFirstColumn(file: string): string[] {
  const text = readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n').slice(1);
  return lines.map((line) => line.slice(0, line.indexOf('\t')));
}

import { CITIES, COUNTRIES, LANGUAGES, STATES } from './places-data.ts';

/** A place one can search from. */
export interface Place {
  readonly code: number;
  readonly name: string;
  readonly parentCode: number | null;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly type: 'Country' | 'State' | 'City';
}

export interface City extends Place {
  readonly shortName: string;
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly areaCode: string;
}

/** Codes of Google's geo-targets that we hold no row for, with the country they lie in; the rest count as American. */
const GEO_RANGES: readonly (readonly [first: number, last: number, country: string])[] = [
  [1_003_800, 1_005_300, 'DE'],
  [1_006_450, 1_007_999, 'GB'],
  [20_100, 22_999, 'US'],
  [1_000_000, 1_099_999, 'US'],
  [9_000_000, 9_299_999, 'US'],
];

const countries: readonly Place[] = rows(COUNTRIES).map((row) => {
  const [code = '', country = '', ...name] = row.split(' ');
  return { code: Number(code), name: name.join(' '), parentCode: null, country, type: 'Country' };
});
const countryByIso = new Map(countries.map((place) => [place.country, place]));

const states: readonly Place[] = rows(STATES).map((row) => {
  const [code = '', country = '', ...name] = row.split(' ');
  const parent = countryByIso.get(country);
  return { code: Number(code), name: `${name.join(' ')},${parent?.name}`, parentCode: parent?.code ?? null, country, type: 'State' };
});

export const cities: readonly City[] = rows(CITIES).map((row) => {
  const [code = '', country = '', latitude = '', longitude = '', areaCode = '', ...rest] = row.split(' ');
  const [shortName = '', region = ''] = rest.join(' ').split(',');
  const parent = countryByIso.get(country);
  const common = {
    code: Number(code),
    name: `${shortName},${region},${parent?.name}`,
    parentCode: parent?.code ?? null,
    country,
    type: 'City' as const,
  };
  return { ...common, shortName, region, latitude: Number(latitude), longitude: Number(longitude), areaCode };
});

/** Every place we hold a row for, countries first. */
export const places: readonly Place[] = [...countries, ...states, ...cities];
const byCode = new Map(places.map((place) => [place.code, place]));
const byName = new Map(places.map((place) => [place.name.toLowerCase(), place]));

export interface Language {
  readonly code: string;
  readonly name: string;
}

export const languages: readonly Language[] = rows(LANGUAGES).map((row) => {
  const space = row.indexOf(' ');
  return { code: row.slice(0, space), name: row.slice(space + 1) };
});

export function findPlace(codeOrName: number | string): Place | undefined {
  if (typeof codeOrName === 'string') return byName.get(codeOrName.toLowerCase().replaceAll(/,\s+/gu, ','));
  return byCode.get(codeOrName) ?? guessPlace(codeOrName);
}

export function findLanguage(codeOrName: string): Language | undefined {
  const wanted = codeOrName.toLowerCase();
  return languages.find((language) => language.code.toLowerCase() === wanted || language.name.toLowerCase() === wanted);
}

function guessPlace(code: number): Place | undefined {
  const range = GEO_RANGES.find(([first, last]) => code >= first && code <= last);
  if (range === undefined) return undefined;
  const parent = countryByIso.get(range[2]);
  return { code, name: `Area ${code},${parent?.name}`, parentCode: parent?.code ?? null, country: range[2], type: 'City' };
}

function rows(text: string): string[] {
  return text.trim().split(/[\n;]/u);
}

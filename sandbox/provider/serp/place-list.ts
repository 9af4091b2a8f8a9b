import { readFileSync } from 'node:fs';
import { places } from '../../world/places.ts';

interface PlaceRow {
  readonly location_code: number;
  readonly location_name: string;
  readonly location_code_parent: number | null;
  readonly country_iso_code: string;
  readonly location_type: string;
}

/** The vendor's own places, as the product ships them: a list of the sandbox's few would be no list of the vendor's. */
const FOLDER = new URL('../../../src/areas/projects/data/', import.meta.url);

let rows: ReadonlyMap<string, readonly PlaceRow[]> | undefined;

/** The places of a country, or all of them: the vendor's, and those of this world that it lacks. */
export function listPlaceRows(country: string | undefined): readonly PlaceRow[] {
  rows ??= Map.groupBy(readRows(), (row) => row.country_iso_code);
  return country === undefined ? [...rows.values()].flat() : (rows.get(country) ?? []);
}

function readRows(): PlaceRow[] {
  const areas = readTable('locations.tsv');
  const countries = new Map(areas.filter(({ type }) => type === 'Country').map(({ country, name }) => [country, name]));
  const cities = readTable('cities.tsv').map((city) => ({ ...city, name: `${city.name},${countries.get(city.country)}` }));
  const all = [...areas, ...cities];
  const known = new Set(all.map(({ code }) => code));
  const codes = new Map(all.map(({ name, code }) => [name, code]));
  const own = places.filter(({ code }) => !known.has(code));
  return [...all, ...own].map(({ code, name, country, type }) => ({
    location_code: code,
    location_name: name,
    location_code_parent: codes.get(name.slice(name.indexOf(',') + 1)) ?? null,
    country_iso_code: country,
    location_type: type,
  }));
}

function readTable(file: string): { readonly code: number; readonly name: string; readonly country: string; readonly type: string }[] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [code = '', name = '', country = '', type = ''] = line.split('\t');
    if (!/^\d+$/u.test(code)) return [];
    return [{ code: Number(code), name, country, type: type.charAt(0).toUpperCase() + type.slice(1) }];
  });
}

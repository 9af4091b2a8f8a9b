import { readTableRows } from './markets.ts';

/** A location that the provider serves. */
export interface Location {
  readonly locationCode: number;
  /** From the location up to its country: `Berlin,Germany`. */
  readonly name: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  /** Lower is larger: 0 country, 1 state, 2 region, 3 city, 4 county, 5 any other kind. */
  readonly rank: number;
}

/** Kinds of locations by their rank. */
export const LOCATION_TYPES = ['country', 'state', 'region', 'city', 'county', 'place'] as const;

let countries: ReadonlyMap<string, Location> | undefined;
let locations: LocationIndex | undefined;

/** By name and by number. */
interface LocationIndex {
  /** By the first part of the name, in lower case. */
  readonly byHead: ReadonlyMap<string, readonly Location[]>;
  readonly byCode: ReadonlyMap<number, Location>;
}

/** The country with a two-letter code of ISO 3166; case does not matter. */
export function findCountry(isoCode: string): Location | undefined {
  countries ??= new Map(
    toLocations('locations.tsv').flatMap((location) => (location.rank === 0 ? [[location.country, location] as const] : [])),
  );
  return countries.get(isoCode.toUpperCase());
}

/**
 * The locations that a text can mean, the largest kind alone: a country, else states, else regions, else cities. Further parts
 * behind commas narrow it down; a country may be given by its two letters. Cities are known in Australia, Canada, Ireland,
 * New Zealand, South Africa, the United Kingdom and the United States.
 * @example findNamedLocations('Portland, Maine') // [{ locationCode: 1019006, name: 'Portland,Maine,United States', ... }]
 */
export function findNamedLocations(text: string): readonly Location[] {
  const [first = '', ...others] = toParts(text);
  const country = others.length === 0 && first.length === 2 ? findCountry(first) : undefined;
  if (country !== undefined) return [country];
  const found = (indexLocations().byHead.get(first) ?? []).filter((location) => {
    const [, ...above] = toParts(location.name);
    return others.every((part) => above.includes(part) || location.country.toLowerCase() === part);
  });
  const rank = Math.min(...found.map((location) => location.rank));
  return found.filter((location) => location.rank === rank);
}

/** The name of a location; undefined for local areas that the bundled tables do not have. */
export function findLocationName(locationCode: number): string | undefined {
  return indexLocations().byCode.get(locationCode)?.name;
}

/** The two letters of a location's country; `undefined`: the location is not known. */
export function findCountryOf(locationCode: number): string | undefined {
  return indexLocations().byCode.get(locationCode)?.country;
}

/** The countries that the provider has locations in, by their two letters. */
export function listCountryCodes(): readonly string[] {
  return [...new Set(toLocations('locations.tsv').map((location) => location.country))];
}

/** Every location of the bundled tables, by its number. */
export function listLocations(): ReadonlyMap<number, Location> {
  return indexLocations().byCode;
}

function toParts(text: string): string[] {
  return text.split(',').map((part) => part.trim().toLowerCase());
}

/** Read when first asked for. */
function indexLocations(): LocationIndex {
  if (locations !== undefined) return locations;
  const all = [...toLocations('locations.tsv'), ...toLocations('cities.tsv').map(withCountry)];
  locations = {
    byHead: Map.groupBy(all, ({ name }) => name.split(',', 1)[0]?.toLowerCase() ?? ''),
    byCode: new Map(all.map((location) => [location.locationCode, location])),
  };
  return locations;
}

/** The table of cities leaves the names of their countries out. */
function withCountry(location: Location): Location {
  return { ...location, name: `${location.name},${findCountry(location.country)?.name ?? location.country}` };
}

function toLocations(file: string): Location[] {
  return readTableRows(file).map(([code, name = '', country = '', type = '']) => ({
    locationCode: Number(code),
    name,
    country,
    rank: (LOCATION_TYPES as readonly string[]).indexOf(type),
  }));
}

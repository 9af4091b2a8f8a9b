import { readPlaceRows } from './markets.ts';

/** A place that the provider serves. */
export interface Place {
  readonly locationCode: number;
  /** From the place up to its country: `Berlin,Germany`. */
  readonly name: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  /** Lower is larger: 0 country, 1 state, 2 region, 3 city, 4 county, 5 any other kind. */
  readonly rank: number;
}

/** Kinds of places by their rank. */
export const PLACE_TYPES = ['country', 'state', 'region', 'city', 'county', 'place'] as const;

let countries: ReadonlyMap<string, Place> | undefined;
let places: PlaceIndex | undefined;

/** By name and by number. */
interface PlaceIndex {
  /** By the first part of the name, in lower case. */
  readonly byHead: ReadonlyMap<string, readonly Place[]>;
  readonly byCode: ReadonlyMap<number, Place>;
}

/** The country with a two-letter code of ISO 3166; case does not matter. */
export function findCountry(isoCode: string): Place | undefined {
  countries ??= new Map(toPlaces('locations.tsv').flatMap((place) => (place.rank === 0 ? [[place.country, place] as const] : [])));
  return countries.get(isoCode.toUpperCase());
}

/**
 * The places that a text can mean, the largest kind alone: a country, else states, else regions, else cities. Further parts
 * behind commas narrow it down; a country may be given by its two letters. Cities are known in Australia, Canada, Ireland,
 * New Zealand, South Africa, the United Kingdom and the United States.
 * @example findPlaces('Portland, Maine') // [{ locationCode: 1019006, name: 'Portland,Maine,United States', ... }]
 */
export function findPlaces(text: string): readonly Place[] {
  const [first = '', ...others] = toParts(text);
  const country = others.length === 0 && first.length === 2 ? findCountry(first) : undefined;
  if (country !== undefined) return [country];
  const found = (indexPlaces().byHead.get(first) ?? []).filter((place) => {
    const [, ...above] = toParts(place.name);
    return others.every((part) => above.includes(part) || place.country.toLowerCase() === part);
  });
  const rank = Math.min(...found.map((place) => place.rank));
  return found.filter((place) => place.rank === rank);
}

/** The name of a place; undefined for local areas that the bundled tables do not have. */
export function findPlaceName(locationCode: number): string | undefined {
  return indexPlaces().byCode.get(locationCode)?.name;
}

/** The countries that the provider has places in, by their two letters. */
export function listCountryCodes(): readonly string[] {
  return [...new Set(toPlaces('locations.tsv').map((place) => place.country))];
}

/** Every place of the bundled tables, by its number. */
export function listPlaces(): ReadonlyMap<number, Place> {
  return indexPlaces().byCode;
}

function toParts(text: string): string[] {
  return text.split(',').map((part) => part.trim().toLowerCase());
}

/** Read when first asked for. */
function indexPlaces(): PlaceIndex {
  if (places !== undefined) return places;
  const all = [...toPlaces('locations.tsv'), ...toPlaces('cities.tsv').map(withCountry)];
  places = {
    byHead: Map.groupBy(all, ({ name }) => name.split(',', 1)[0]?.toLowerCase() ?? ''),
    byCode: new Map(all.map((place) => [place.locationCode, place])),
  };
  return places;
}

/** The table of cities leaves the names of their countries out. */
function withCountry(place: Place): Place {
  return { ...place, name: `${place.name},${findCountry(place.country)?.name ?? place.country}` };
}

function toPlaces(file: string): Place[] {
  return readPlaceRows(file).map(([code, name = '', country = '', type = '']) => ({
    locationCode: Number(code),
    name,
    country,
    rank: (PLACE_TYPES as readonly string[]).indexOf(type),
  }));
}

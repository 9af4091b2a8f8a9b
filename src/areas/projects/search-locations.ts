import type { AppContext } from '#context';
import { listLocations, type Location } from './locations.ts';
import { findOldestRefresh, searchLocationRows } from './store/locations.ts';

export interface LocationSearch {
  /** Left out: every location. */
  readonly search?: string | undefined;
  /** ISO 3166, two letters in any case. */
  readonly country?: string | undefined;
  /** Left out: all numbers. */
  readonly locationCodes?: readonly number[] | undefined;
  /** The number of a location that the locations found should lie near. */
  readonly near?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface FoundLocations {
  readonly locations: readonly Location[];
  readonly total: number;
  /** When the oldest part of the provider's list was read; undefined: the bundled tables answered. */
  readonly asOf: Date | undefined;
}

/** Locations by the provider's own list, as it was read last, or by the bundled tables until it was read. */
export async function findLocations({ postgres }: Pick<AppContext, 'postgres'>, search: LocationSearch): Promise<FoundLocations> {
  const asOf = await findOldestRefresh(postgres);
  if (asOf === undefined) return { ...searchLocations(search), asOf };
  const [head = '', ...above] = toParts(fold(search.search ?? ''));
  const question = {
    ...search,
    head,
    above,
    country: search.country?.toUpperCase(),
    near: search.near,
    locationCodes: search.locationCodes,
  };
  return { ...(await searchLocationRows(postgres, question)), asOf };
}

/** The parts of a location's name as they are compared: its own, and what it lies in, each behind a comma. */
export function toComparedName({ name, country }: Pick<Location, 'name' | 'country'>): { readonly head: string; readonly above: string } {
  const [head = '', ...above] = toParts(fold(name));
  return { head, above: [...above, country.toLowerCase()].map((part) => `,${part}`).join('') };
}

/**
 * The locations that a text can mean: those it names whole, then those that begin with it, then those of which a later
 * word does; among these countries before states, regions, cities and counties. Accents and case do not matter.
 * Parts behind commas narrow it down, as in "portland, or". Two letters find their country too.
 * @returns a page of them, and how many there are
 */
export function searchLocations({ search, country, locationCodes, near, limit, offset }: LocationSearch): {
  locations: Location[];
  total: number;
} {
  const wanted = locationCodes && new Set(locationCodes);
  const isIn = ({ location }: FoldedLocation): boolean =>
    (country === undefined || location.country === country.toUpperCase()) && (wanted === undefined || wanted.has(location.locationCode));
  const asked = toParts(fold(search ?? ''));
  const byScore: Location[][] = [[], [], []];
  for (const one of foldLocations()) {
    const score = isIn(one) ? toScore(one, asked) : undefined;
    if (score !== undefined) byScore[score]?.push(one.location);
  }
  const found = near === undefined ? byScore.flat() : sortByNearness(byScore.flat(), near);
  return { locations: found.slice(offset, offset + limit), total: found.length };
}

/** Sorts by distance. Locations of other countries are left out: their distance is not known. */
function sortByNearness(found: readonly Location[], near: number): Location[] {
  const centre = listLocations().get(near);
  if (centre === undefined) return [];
  const areas = toAreas(toComparedName(centre).above);
  const levelOf = (location: Location): number => {
    const { above } = toComparedName(location);
    return areas.findIndex((area) => above.endsWith(area));
  };
  return found
    .map((location) => ({ location, level: levelOf(location), kind: Math.abs(location.rank - centre.rank) }))
    .filter(({ location, level }) => level >= 0 && location.locationCode !== near)
    .toSorted((one, other) => one.level - other.level || one.kind - other.kind)
    .map(({ location }) => location);
}

/** The areas that a location lies in, the smallest first: of `,maine,united states,us` these, `,united states,us` and `,us`. */
export function toAreas(above: string): string[] {
  const parts = above.split(',').slice(1);
  return parts.map((_part, at) => `,${parts.slice(at).join(',')}`);
}

/** A location with its name as it is compared. */
interface FoldedLocation {
  readonly location: Location;
  /** The first part of its name. */
  readonly head: string;
  /** What it lies in, from the nearest to the country, and that country's two letters. */
  readonly above: readonly string[];
}

const [WHOLE, BEGINS, WORD_BEGINS] = [0, 1, 2];

/** How well a location fits, lower is better; undefined when it does not. */
function toScore({ location, head, above }: FoldedLocation, [first = '', ...others]: readonly string[]): number | undefined {
  if (!others.every((part) => above.some((name) => name.startsWith(part)))) return undefined;
  const isItsCode = location.rank === 0 && location.country.toLowerCase() === first;
  if (head === first || isItsCode) return WHOLE;
  if (head.startsWith(first)) return BEGINS;
  return head.includes(` ${first}`) ? WORD_BEGINS : undefined;
}

function compare(one: FoldedLocation, other: FoldedLocation): number {
  const byName = one.head < other.head ? -1 : Number(one.head > other.head);
  return one.location.rank - other.location.rank || byName || one.location.locationCode - other.location.locationCode;
}

let folded: readonly FoldedLocation[] | undefined;

/** Countries first, each kind by name. Made when first asked for. */
function foldLocations(): readonly FoldedLocation[] {
  folded ??= [...listLocations().values()]
    .map((location) => {
      const [head = '', ...above] = toParts(fold(location.name));
      return { location, head, above: [...above, location.country.toLowerCase()] };
    })
    .toSorted(compare);
  return folded;
}

function toParts(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part, at) => at === 0 || part !== '');
}

const NOT_ASCII = /[^\u0020-\u007e]/u;

/** Without accents and case; hyphens are spaces. */
function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFD').replaceAll(/\p{M}/gu, '') : text;
  return plain.replaceAll('-', ' ').toLowerCase().trim();
}

import type { AppContext } from '#context';
import { listPlaces, type Place } from './places.ts';
import { findOldestRefresh, searchLocationRows } from './store/locations.ts';

export interface PlaceSearch {
  /** Left out: every place. */
  readonly search?: string | undefined;
  /** ISO 3166, two letters in any case. */
  readonly country?: string | undefined;
  /** Left out: all numbers. */
  readonly locationCodes?: readonly number[] | undefined;
  /** The number of a place that the places found should lie near. */
  readonly near?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface FoundPlaces {
  readonly places: readonly Place[];
  readonly total: number;
  /** When the oldest part of the provider's list was read; undefined: the bundled tables answered. */
  readonly asOf: Date | undefined;
}

/** Places by the provider's own list, as it was read last, or by the bundled tables until it was read. */
export async function findLocations({ postgres }: Pick<AppContext, 'postgres'>, search: PlaceSearch): Promise<FoundPlaces> {
  const asOf = await findOldestRefresh(postgres);
  if (asOf === undefined) return { ...searchPlaces(search), asOf };
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

/** The parts of a place's name as they are compared: its own, and what it lies in, each behind a comma. */
export function toComparedName({ name, country }: Pick<Place, 'name' | 'country'>): { readonly head: string; readonly above: string } {
  const [head = '', ...above] = toParts(fold(name));
  return { head, above: [...above, country.toLowerCase()].map((part) => `,${part}`).join('') };
}

/**
 * The places that a text can mean: those it names whole, then those that begin with it, then those of which a later
 * word does; among these countries before states, regions, cities and counties. Accents and case do not matter.
 * Parts behind commas narrow it down, as in "portland, or". Two letters find their country too.
 * @returns a page of them, and how many there are
 */
export function searchPlaces({ search, country, locationCodes, near, limit, offset }: PlaceSearch): { places: Place[]; total: number } {
  const wanted = locationCodes && new Set(locationCodes);
  const isIn = ({ place }: FoldedPlace): boolean =>
    (country === undefined || place.country === country.toUpperCase()) && (wanted === undefined || wanted.has(place.locationCode));
  const asked = toParts(fold(search ?? ''));
  const byScore: Place[][] = [[], [], []];
  for (const one of foldPlaces()) {
    const score = isIn(one) ? toScore(one, asked) : undefined;
    if (score !== undefined) byScore[score]?.push(one.place);
  }
  const found = near === undefined ? byScore.flat() : sortByNearness(byScore.flat(), near);
  return { places: found.slice(offset, offset + limit), total: found.length };
}

/** Those of other countries are left out: which of them is near is not known. */
function sortByNearness(found: readonly Place[], near: number): Place[] {
  const centre = listPlaces().get(near);
  if (centre === undefined) return [];
  const areas = toAreas(toComparedName(centre).above);
  const levelOf = (place: Place): number => {
    const { above } = toComparedName(place);
    return areas.findIndex((area) => above.endsWith(area));
  };
  return found
    .map((place) => ({ place, level: levelOf(place), kind: Math.abs(place.rank - centre.rank) }))
    .filter(({ place, level }) => level >= 0 && place.locationCode !== near)
    .toSorted((one, other) => one.level - other.level || one.kind - other.kind)
    .map(({ place }) => place);
}

/** The areas that a place lies in, the smallest first: of `,maine,united states,us` these, `,united states,us` and `,us`. */
export function toAreas(above: string): string[] {
  const parts = above.split(',').slice(1);
  return parts.map((_part, at) => `,${parts.slice(at).join(',')}`);
}

/** A place with its name as it is compared. */
interface FoldedPlace {
  readonly place: Place;
  /** The first part of its name. */
  readonly head: string;
  /** What it lies in, from the nearest to the country, and that country's two letters. */
  readonly above: readonly string[];
}

const [WHOLE, BEGINS, WORD_BEGINS] = [0, 1, 2];

/** How well a place fits, lower is better; undefined when it does not. */
function toScore({ place, head, above }: FoldedPlace, [first = '', ...others]: readonly string[]): number | undefined {
  if (!others.every((part) => above.some((name) => name.startsWith(part)))) return undefined;
  const isItsCode = place.rank === 0 && place.country.toLowerCase() === first;
  if (head === first || isItsCode) return WHOLE;
  if (head.startsWith(first)) return BEGINS;
  return head.includes(` ${first}`) ? WORD_BEGINS : undefined;
}

function compare(one: FoldedPlace, other: FoldedPlace): number {
  const byName = one.head < other.head ? -1 : Number(one.head > other.head);
  return one.place.rank - other.place.rank || byName || one.place.locationCode - other.place.locationCode;
}

let folded: readonly FoldedPlace[] | undefined;

/** Countries first, each kind by name. Made when first asked for. */
function foldPlaces(): readonly FoldedPlace[] {
  folded ??= [...listPlaces().values()]
    .map((place) => {
      const [head = '', ...above] = toParts(fold(place.name));
      return { place, head, above: [...above, place.country.toLowerCase()] };
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

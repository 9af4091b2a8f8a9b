import { listPlaces, type Place } from './places.ts';

export interface PlaceSearch {
  /** Left out: every place. */
  readonly search?: string | undefined;
  /** ISO 3166, two letters in any case. */
  readonly country?: string | undefined;
  /** Left out: all numbers. */
  readonly locationCodes?: readonly number[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The places that a text can mean: those it names whole, then those that begin with it, then those of which a later
 * word does; among these countries before states, regions, cities and counties. Accents and case do not matter.
 * Parts behind commas narrow it down, as in "portland, or". Two letters find their country too.
 * @returns a page of them, and how many there are
 */
export function searchPlaces({ search, country, locationCodes, limit, offset }: PlaceSearch): { places: Place[]; total: number } {
  const wanted = locationCodes && new Set(locationCodes);
  const isIn = ({ place }: FoldedPlace): boolean =>
    (country === undefined || place.country === country.toUpperCase()) && (wanted === undefined || wanted.has(place.locationCode));
  const asked = toParts(fold(search ?? ''));
  const byScore: Place[][] = [[], [], []];
  for (const one of foldPlaces()) {
    const score = isIn(one) ? toScore(one, asked) : undefined;
    if (score !== undefined) byScore[score]?.push(one.place);
  }
  const found = byScore.flat();
  return { places: found.slice(offset, offset + limit), total: found.length };
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

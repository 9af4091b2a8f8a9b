import type { PositionScale } from '#ui/charts/position-bands.ts';
import type { Result } from './compare.ts';

/** The place of a result in the scale of the project. */
export function toPlaceIn({ rank_group: inKind, rank_absolute: absolute }: Result, scale: PositionScale): number {
  return scale === 'organic' ? inKind : absolute;
}

/** The best result of the project's own sites; undefined: none was found. */
export function findOwn(results: readonly Result[]): Result | undefined {
  return results
    .filter(({ relationship, gives_position: givesPosition }) => relationship === 'MINE' && givesPosition)
    .toSorted((one, other) => one.rank_absolute - other.rank_absolute)[0];
}

/** The best place of each site among the results of a kind, by its domain. Own sites are left out. */
export function listRivalPlaces(results: readonly Result[], kind: string): Map<string, number> {
  const places = new Map<string, number>();
  for (const { type, is_paid: isPaid, domain, relationship, rank_absolute: place } of results) {
    if (type !== kind || isPaid || domain === null || relationship === 'MINE') continue;
    places.set(domain, Math.min(places.get(domain) ?? Infinity, place));
  }
  return places;
}

/** Results of an engine without ads and blocks, where no own one says which kind counts. */
const KIND = 'organic';

/** Who went past the project between two checks, and whom it went past. */
export function findPassing(
  before: readonly Result[],
  after: readonly Result[],
): { readonly passed: string[]; readonly overtaken: string[] } {
  const [ownBefore, ownAfter] = [findOwn(before), findOwn(after)];
  const kind = ownAfter?.type ?? ownBefore?.type ?? KIND;
  const [then, now] = [listRivalPlaces(before, kind), listRivalPlaces(after, kind)];
  const isAbove = (places: ReadonlyMap<string, number>, domain: string, own: Result | undefined): boolean =>
    (places.get(domain) ?? Infinity) < (own?.rank_absolute ?? Infinity);
  const domains = [...new Set([...now.keys(), ...then.keys()])];
  return {
    passed: domains.filter((domain) => isAbove(now, domain, ownAfter) && !isAbove(then, domain, ownBefore)),
    overtaken: domains.filter((domain) => isAbove(then, domain, ownBefore) && !isAbove(now, domain, ownAfter)),
  };
}

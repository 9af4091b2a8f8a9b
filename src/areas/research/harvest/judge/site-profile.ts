import { findProviderCategory, listAncestors } from '#providers/search-data/categories.ts';
import { SURE_CATEGORY, type ConfirmedCategory } from '../../runs/research-run.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import { listSeedCategories, listSeeds } from '../plan/seeds.ts';

/** A keyword that the site ranks for. */
export interface OwnKeyword {
  readonly keyword: string;
  readonly rank: number;
  readonly searchVolume: number | null;
  /** The provider's, ancestors included. */
  readonly categoryIds: readonly number[];
}

/** What a business is about. */
export interface BusinessProfile {
  /** Names of categories, focus, seeds, and what the site ranks best for. */
  readonly texts: readonly string[];
  /** The provider's numbers: what is in one of these is about the business. */
  readonly coreIds: ReadonlySet<number>;
  /** The same with all that lies below: what a person has chosen, and what nothing proves to be narrower. */
  readonly wholeIds: ReadonlySet<number>;
  /** What is in one of these, and in none of the others, may be about the business: other confirmed ones, and those above the core. */
  readonly nearIds: ReadonlySet<number>;
  /** Whether the core follows from what the site ranks for: then other categories speak against a keyword. */
  readonly isProven: boolean;
}

/** What a business is about is clear from so many texts; each costs time with every keyword. */
const TEXTS_MAX = 40;
const OWN_TEXTS_MAX = 40;
/** Fewer ranked keywords prove nothing of what a site is about. */
const PROOF_MIN = 20;
/** A category that fewer of them are in is chance. */
const SHARE_MIN = 0.05;

/** @param own what the site ranks for, the best positions first */
export function toProfile(order: HarvestOrder, own: readonly OwnKeyword[]): BusinessProfile {
  const confirmed = listSeedCategories(order);
  const proven = listProven(own);
  const byUser = confirmed.filter(({ assignedBy }) => assignedBy === 'user').flatMap(({ id }) => id ?? []);
  const wanted = new Set(confirmed.flatMap(({ id }) => id ?? []));
  // The user confirms what is wanted; what the site ranks for says how wide that is meant.
  const core = (proven ?? []).filter((id) => [id, ...listAncestors(id)].some((one) => wanted.has(one)));
  const isProven = core.length > 0;
  const wholeIds = new Set([...(isProven ? [] : listSure(confirmed)), ...byUser]);
  const coreIds = new Set([...core, ...wholeIds]);
  const near = [...wanted, ...[...coreIds].flatMap(listNear)].filter((id) => !coreIds.has(id));
  const names = confirmed
    .filter(({ id }) => id === null || coreIds.has(id) || !isProven)
    .map(({ path, name }) => (path === '' ? name : path.replaceAll('/', ' ').trim()));
  const texts = [order.confirmation.businessFocus, ...names, ...listSeeds(order)].filter((text) => text !== '');
  return { texts: [...texts.slice(0, TEXTS_MAX), ...listTelling(own)], coreIds, wholeIds, nearIds: new Set(near), isProven };
}

/** The narrowest categories of what the site ranks for; undefined: too little is known. */
function listProven(own: readonly OwnKeyword[]): number[] | undefined {
  const counts = new Map<number, number>();
  const known = own.filter(({ categoryIds }) => categoryIds.length > 0);
  if (known.length < PROOF_MIN) return undefined;
  for (const { categoryIds } of known) for (const id of listNarrowest(categoryIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= known.length * SHARE_MIN).map(([id]) => id);
}

/** Without those that are above another one. */
export function listNarrowest(ids: readonly number[]): number[] {
  const above = new Set(ids.flatMap(listAncestors));
  return ids.filter((id) => !above.has(id));
}

/** The narrowest of the confirmed ones that are sure; where none is, the surest. */
function listSure(confirmed: readonly ConfirmedCategory[]): number[] {
  const narrow = new Set(listNarrowest(confirmed.flatMap(({ id }) => id ?? [])));
  const candidates = confirmed.filter(({ id }) => id !== null && narrow.has(id));
  const best = Math.max(0, ...candidates.map(({ confidence }) => confidence));
  return candidates.filter(({ confidence }) => confidence >= Math.min(SURE_CATEGORY, best)).flatMap(({ id }) => id ?? []);
}

/** The category above, unless it is a root: those hold everything. */
function listNear(id: number): number[] {
  const parent = findProviderCategory(findProviderCategory(id)?.parentId ?? -1);
  return parent === undefined || parent.parentId === null ? [] : [parent.id];
}

/** What brings the site most visits. */
function listTelling(own: readonly OwnKeyword[]): string[] {
  const weigh = ({ searchVolume, rank }: OwnKeyword): number => (1 + (searchVolume ?? 0)) / rank;
  return own
    .toSorted((one, other) => weigh(other) - weigh(one) || (one.keyword < other.keyword ? -1 : 1))
    .slice(0, OWN_TEXTS_MAX)
    .map(({ keyword }) => keyword);
}

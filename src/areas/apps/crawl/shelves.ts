import type { ShelvesPage, StoreLink, StoreShelf } from '#providers/app-store/index.ts';
import type { CategorySection, CategoryType, ObservedCategory } from '../catalogue/index.ts';
import { observeLockup } from '../details/observe.ts';
import type { RankedList } from '../records/index.ts';
import { chooseApps } from './crawl.ts';
import type { Listing } from './listing.ts';

/** An editorial page whose shelves are read. */
export interface ShelvesOwner {
  readonly id: string;
  readonly section: CategorySection;
  readonly device: RankedList['device'];
  readonly appMax: number;
}

/** Types of categories that links lead to. Charts have lists of their own. */
const LINKED: ReadonlySet<string> = new Set<CategoryType & StoreLink['kind']>(['room', 'grouping', 'story']);

/**
 * The shelves of an editorial page: each is a category below the page, with the places of the apps on it. One that leads
 * nowhere has no number of its own: it is named by the page and its place, which is not stable. A shelf that repeats a chart
 * gives apps and no places.
 */
export function readShelves(owner: ShelvesOwner, { shelves }: ShelvesPage): Listing {
  const categories = new Map<string, ObservedCategory>();
  const lists: RankedList[] = [];
  for (const shelf of shelves.filter(({ isDeferred }) => !isDeferred)) {
    for (const link of shelf.links.filter(({ kind }) => LINKED.has(kind))) {
      const { id, kind, title } = link;
      if (!categories.has(id)) categories.set(id, toCategory(owner, { id, name: title ?? id, type: kind as CategoryType }));
    }
    const own =
      shelf.kind === 'chart' || (shelf.apps.length === 0 && shelf.childId === undefined) ? undefined : toShelfCategory(owner, shelf);
    if (own === undefined) continue;
    categories.set(own.id, own);
    if (shelf.apps.length > 0) lists.push(toShelfList(owner, own, shelf));
  }
  const shown = shelves.map(({ apps }) => apps.map(({ appId }, at) => ({ rank: at + 1, appId })));
  const appIds = chooseApps(shown, owner.appMax);
  const apps = shelves.flatMap((shelf) => shelf.apps.map(observeLockup));
  return { lists, apps, appIds, children: [...categories.values()], errors: [] };
}

function toShelfCategory(owner: ShelvesOwner, { id, title, kind, childId }: StoreShelf): ObservedCategory {
  if (childId !== undefined && LINKED.has(kind))
    return toCategory(owner, { id: childId, name: title ?? childId, type: kind as CategoryType });
  const type = kind === 'hero' ? 'hero' : 'room';
  return { ...toCategory(owner, { id: `${owner.id}#${id}`, name: title ?? `${owner.id} ${id}`, type }), isStable: false };
}

function toCategory(owner: ShelvesOwner, { id, name, type }: { id: string; name: string; type: CategoryType }): ObservedCategory {
  return { id, name, categoryType: type, categorySection: owner.section, parentCategoryId: owner.id };
}

function toShelfList({ device }: ShelvesOwner, category: ObservedCategory, { title, apps }: StoreShelf): RankedList {
  const { id, categoryType, categorySection, parentCategoryId } = category;
  return {
    categoryId: id,
    chart: categoryType,
    device,
    categoryType,
    categorySection,
    parentCategoryId,
    ...(title === undefined ? {} : { shelfName: title }),
    ranks: apps.map(({ appId }, at) => ({ rank: at + 1, appId })),
  };
}

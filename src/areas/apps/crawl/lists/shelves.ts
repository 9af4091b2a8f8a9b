import type { ShelvesPage, StoreLink, StoreShelf } from '#providers/app-store/index.ts';
import type { CategoryType, ObservedCategory } from '../../catalogue/index.ts';
import { observeLockup } from '../../details/observe.ts';
import type { RankedList } from '../../records/index.ts';
import type { StoreCategory } from '../../store-categories.ts';
import { chooseApps, CRAWL_LIMIT_MAX } from '../crawl.ts';
import type { Listing } from './listing.ts';

/** An editorial page whose shelves are read. */
export interface ShelvesOwner extends Pick<StoreCategory, 'id' | 'parentId' | 'section' | 'type'> {
  readonly device: RankedList['device'];
  readonly appMax: number;
}

/** Types of categories that links lead to. Charts have lists of their own. */
const LINKED: ReadonlySet<string> = new Set<CategoryType & StoreLink['kind']>(['room', 'grouping', 'story']);

/** Pages that consist of one list; the parts of it are no categories. */
const WHOLE: ReadonlySet<CategoryType> = new Set(['room', 'story']);

/**
 * An editorial page: the list of all apps on its shelves, and each shelf as a category below it, with the positions of the
 * apps on it. A shelf that leads nowhere has no number of its own: it is named by the page and its index, which is not
 * stable. A shelf that repeats a chart gives apps and no positions. The large pictures at the top are a list too, of the apps
 * that they show or lead to. A shelf that is left to be loaded later is known by its title and by what lies behind it; the
 * page counts as whole but for it.
 */
export function readShelves(owner: ShelvesOwner, { shelves }: ShelvesPage): Listing {
  const categories = new Map<string, ObservedCategory>();
  const lists: RankedList[] = [];
  for (const shelf of shelves) {
    const name = nameOf(shelf);
    const note = (category: ObservedCategory): void =>
      void categories.set(category.id, { ...category, ...(name === undefined ? {} : { shelf: name }) });
    for (const link of shelf.links.filter(({ kind }) => LINKED.has(kind))) {
      const { id, kind, title } = link;
      if (!categories.has(id)) note(toCategory(owner, { id, name: title ?? id, type: kind as CategoryType }));
    }
    const appIds = listAppIds(shelf);
    const own = shelf.kind === 'chart' ? undefined : toShelfCategory(owner, shelf, appIds);
    if (own === undefined) continue;
    note(own);
    if (appIds.length > 0) lists.push(toShelfList(owner, own, { title: shelf.title, appIds }));
  }
  const whole = toWholeList(owner, shelves);
  if (whole.ranks.length > 0) lists.push(whole);
  const appIds = chooseApps(
    shelves.map((shelf) => toRanks(listAppIds(shelf))),
    owner.appMax,
  );
  const apps = shelves.flatMap((shelf) => shelf.apps.map(observeLockup));
  const later = shelves.filter(({ isDeferred }) => isDeferred).map(nameOf);
  const laterShelves = later.filter((name) => name !== undefined);
  const isWhole = laterShelves.length === later.length;
  return { lists, apps, appIds, children: [...categories.values()], isWhole, laterShelves, errors: [] };
}

/** By which a shelf is known again; undefined where it has no title. */
function nameOf({ kind, title }: StoreShelf): string | undefined {
  return kind === 'hero' ? kind : title;
}

/** Large pictures lead to apps instead of listing them. */
function listAppIds({ kind, apps, links }: StoreShelf): string[] {
  const led = kind === 'hero' ? links.filter((link) => link.kind === 'app') : [];
  return [...new Set([...apps.map(({ appId }) => appId), ...led.map(({ id }) => id)])];
}

/** All apps of the page in the order of its shelves. Charts have lists of their own, and large pictures repeat what stands below. */
function toWholeList({ id, parentId, section, type, device }: ShelvesOwner, shelves: readonly StoreShelf[]): RankedList {
  const appIds = shelves.filter(({ kind }) => kind !== 'chart' && kind !== 'hero').flatMap(listAppIds);
  const ranks = toRanks([...new Set(appIds)].slice(0, CRAWL_LIMIT_MAX));
  return { categoryId: id, chart: type, device, categoryType: type, categorySection: section, parentCategoryId: parentId, ranks };
}

function toRanks(appIds: readonly string[]): RankedList['ranks'] {
  return appIds.map((appId, at) => ({ rank: at + 1, appId }));
}

/** Undefined for a shelf without apps that leads nowhere, and for a part of a page that is one list. */
function toShelfCategory(
  owner: ShelvesOwner,
  { id, title, kind, childId }: StoreShelf,
  appIds: readonly string[],
): ObservedCategory | undefined {
  if (childId !== undefined && LINKED.has(kind))
    return toCategory(owner, { id: childId, name: title ?? childId, type: kind as CategoryType });
  if (appIds.length === 0 || WHOLE.has(owner.type)) return undefined;
  const type = kind === 'hero' ? 'hero' : 'room';
  return { ...toCategory(owner, { id: `${owner.id}#${id}`, name: title ?? `${owner.id} ${id}`, type }), isStable: false };
}

function toCategory(owner: ShelvesOwner, { id, name, type }: { id: string; name: string; type: CategoryType }): ObservedCategory {
  return { id, name, categoryType: type, categorySection: owner.section, parentCategoryId: owner.id };
}

function toShelfList(
  { device }: ShelvesOwner,
  category: ObservedCategory,
  { title, appIds }: { readonly title: string | undefined; readonly appIds: readonly string[] },
): RankedList {
  const { id, categoryType, categorySection, parentCategoryId } = category;
  return {
    categoryId: id,
    chart: categoryType,
    device,
    categoryType,
    categorySection,
    parentCategoryId,
    ...(title === undefined ? {} : { shelfName: title }),
    ranks: toRanks(appIds),
  };
}

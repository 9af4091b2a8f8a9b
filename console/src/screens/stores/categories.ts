import type { AppCategory } from '#client';

const SECTIONS = { apps: 'Apps', games: 'Games', arcade: 'Arcade' } as const;
const KINDS = { chart: '', grouping: 'hub', room: 'room', story: 'story', hero: 'hero' } as const;

export interface CategoryChoice {
  readonly value: string;
  readonly label: string;
  /** How many categories it lies below. */
  readonly depth: number;
  readonly category: AppCategory;
}

/** The tree of a store as choices: by section, each category followed by those below it, by name. */
export function toCategoryGroups(categories: readonly AppCategory[]): { readonly group: string; readonly items: CategoryChoice[] }[] {
  return (['apps', 'games', 'arcade'] as const).flatMap((section) => {
    const items = toTree(categories.filter((category) => category.section === section));
    return items.length === 0 ? [] : [{ group: SECTIONS[section], items }];
  });
}

/** A category whose parent is not in the section stands at its top. A circle of parents shows none of its own. */
function toTree(categories: readonly AppCategory[]): CategoryChoice[] {
  const ids = new Set(categories.map(({ category_id: id }) => id));
  const children = Map.groupBy(categories, ({ parent_category_id: parent }) => (parent !== null && ids.has(parent) ? parent : null));
  const walk = (parent: string | null, depth: number): CategoryChoice[] =>
    (children.get(parent) ?? [])
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
      .flatMap((category) => [
        { value: category.category_id, label: toLabel(category), depth, category },
        ...walk(category.category_id, depth + 1),
      ]);
  return walk(null, 0);
}

function toLabel({ name, category_type: type }: AppCategory): string {
  return KINDS[type] === '' ? name : `${name} (${KINDS[type]})`;
}

/** The category whose lists were read last; undefined when none ever was. */
export function findNewest(categories: readonly Pick<AppCategory, 'category_id' | 'platform' | 'last_scraped_at'>[]) {
  return categories
    .filter(({ last_scraped_at: at }) => at !== null)
    .toSorted((one, other) => (other.last_scraped_at ?? '').localeCompare(one.last_scraped_at ?? ''))[0];
}

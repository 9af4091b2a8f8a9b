import { readFileSync } from 'node:fs';

/** A category of products and services, by which the provider sorts keywords and domains. */
export interface ProviderCategory {
  readonly id: number;
  readonly name: string;
  /** The names from the root down: `/Apparel/Footwear`. */
  readonly path: string;
  /** Null: a root. */
  readonly parentId: number | null;
}

let categories: ReadonlyMap<number, ProviderCategory> | undefined;

/** The category with this id in the table that comes with the service. */
export function findProviderCategory(id: number): ProviderCategory | undefined {
  return all().get(id);
}

/** The whole table, by id. */
export function listProviderCategories(): ProviderCategory[] {
  return [...all().values()].toSorted((one, other) => one.id - other.id);
}

/** The categories above one, from the parent up to the root. */
export function listAncestors(id: number): number[] {
  const ancestors: number[] = [];
  for (let parent = all().get(id)?.parentId ?? null; parent !== null; parent = all().get(parent)?.parentId ?? null) ancestors.push(parent);
  return ancestors;
}

/** Read when first asked for: few calls ever do. */
function all(): ReadonlyMap<number, ProviderCategory> {
  categories ??= toCategories(readFileSync(new URL('data/categories.tsv', import.meta.url), 'utf8'));
  return categories;
}

function toCategories(text: string): ReadonlyMap<number, ProviderCategory> {
  const rows = new Map(
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [id, parentId, name = ''] = line.split('\t');
        return [Number(id), { id: Number(id), name, parentId: parentId ? Number(parentId) : null }] as const;
      }),
  );
  const toPath = ({ name, parentId }: Omit<ProviderCategory, 'path'>): string => {
    const parent = parentId === null ? undefined : rows.get(parentId);
    return parent === undefined ? `/${name}` : `${toPath(parent)}/${name}`;
  };
  return new Map([...rows].map(([id, row]) => [id, { ...row, path: toPath(row) }]));
}

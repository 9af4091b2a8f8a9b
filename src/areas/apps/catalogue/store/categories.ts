import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { Market } from '../../records/index.ts';
import type { CategorySection, CategoryType, ObservedCategory } from '../category.ts';

/** Pages differ by device. */
export type NamingDevice = 'phone' | 'tablet';

interface Seen {
  /** None twice, sorted. */
  readonly categories: readonly ObservedCategory[];
  readonly device: NamingDevice;
  readonly now: Date;
}

const COLUMNS = {
  platform: 'text',
  storefront: 'text',
  id: 'text',
  name: 'text',
  category_type: 'text',
  category_section: 'text',
  parent_category_id: 'text',
  is_stable: 'boolean',
  first_seen_at: 'timestamptz',
  last_seen_at: 'timestamptz',
  last_seen_device: 'text',
  last_seen_shelf: 'text',
} as const;

/** Locks those that are stored, in one order: pages that lead to each other are stored at the same time. */
export async function lockCategories(sql: Sql, { platform, storefront }: Market, ids: readonly string[]): Promise<void> {
  await sql.query('select from app_categories where platform = $1 and storefront = $2 and id = any($3::text[]) order by id for update', [
    platform,
    storefront,
    ids,
  ]);
}

/** Adds categories and brings known ones up to date. A page that says nothing of what leads to it leaves that as it was. */
export async function upsertCategories(sql: Sql, market: Market, seen: Seen): Promise<void> {
  await insertRows(sql, {
    table: 'app_categories',
    columns: COLUMNS,
    rows: toRows(market, seen),
    suffix: `on conflict (platform, storefront, id) do update set name = excluded.name, category_type = excluded.category_type,
      category_section = excluded.category_section,
      parent_category_id = coalesce(excluded.parent_category_id, app_categories.parent_category_id), is_stable = excluded.is_stable,
      last_seen_at = greatest(app_categories.last_seen_at, excluded.last_seen_at), last_seen_device = excluded.last_seen_device,
      last_seen_shelf = excluded.last_seen_shelf, is_active = true`,
  });
}

/** Adds those that are not there. */
export async function insertCategories(sql: Sql, market: Market, seen: Seen): Promise<void> {
  await insertRows(sql, { table: 'app_categories', columns: COLUMNS, rows: toRows(market, seen), suffix: 'on conflict do nothing' });
}

function toRows({ platform, storefront }: Market, { categories, device, now }: Seen) {
  return categories.map((category) => ({
    platform,
    storefront,
    id: category.id,
    name: category.name,
    category_type: category.categoryType,
    category_section: category.categorySection,
    parent_category_id: category.parentCategoryId,
    is_stable: category.isStable ?? true,
    first_seen_at: now,
    last_seen_at: now,
    last_seen_device: device,
    last_seen_shelf: category.shelf,
  }));
}

interface WholeReading {
  readonly ownIds: readonly string[];
  readonly device: NamingDevice;
  /** Pages that were read whole, but for some shelves. */
  readonly pages: readonly { readonly id: string; readonly laterShelves: readonly string[] }[];
  readonly isEveryChartRead: boolean;
  readonly since: Date;
  /** What was named since then stays. */
  readonly unnamedSince: Date;
}

/** @returns how many were marked */
export async function retireUnnamedCategories(
  sql: Sql,
  { platform, storefront }: Market,
  { ownIds, device, pages, isEveryChartRead, since, unnamedSince }: WholeReading,
): Promise<number> {
  const pageIds = pages.map(({ id }) => id);
  const later = pages.flatMap(({ id, laterShelves }) => laterShelves.map((title) => ({ id, title })));
  const { rowCount } = await sql.query(
    `update app_categories c set is_active = false
     where platform = $1 and storefront = $2 and is_active and last_seen_at < $8 and id <> all($3::text[])
       and coalesce(last_seen_device, $4) = $4 and parent_category_id = any($5::text[]) and (category_type <> 'chart' or $6::boolean)
       and exists (
         select from app_categories s
         where s.platform = $1 and s.storefront = $2 and s.parent_category_id = c.parent_category_id
           and s.category_type = c.category_type and s.last_seen_at >= $7)
       and not exists (
         select from unnest($9::text[], $10::text[]) as later (page_id, title)
         where later.page_id = c.parent_category_id and later.title = coalesce(c.last_seen_shelf, later.title))`,
    [
      platform,
      storefront,
      ownIds,
      device,
      pageIds,
      isEveryChartRead,
      since,
      unnamedSince,
      later.map(({ id }) => id),
      later.map(({ title }) => title),
    ],
  );
  return rowCount ?? 0;
}

export async function retireGoneCategories(
  sql: Sql,
  { platform, storefront }: Market,
  { id, unnamedSince }: { readonly id: string; readonly unnamedSince: Date },
): Promise<void> {
  await sql.query('update app_categories set is_active = false where platform = $1 and storefront = $2 and id = $3 and last_seen_at < $4', [
    platform,
    storefront,
    id,
    unnamedSince,
  ]);
}

export async function updateScrapedAt(
  sql: Sql,
  { platform, storefront }: Market,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql.query(
    `update app_categories set last_scraped_at = greatest(last_scraped_at, $4), last_seen_at = greatest(last_seen_at, $4), is_active = true
     where platform = $1 and storefront = $2 and id = any($3::text[])`,
    [platform, storefront, ids, now],
  );
}

/** A category as it is listed. */
export interface ListedCategory extends Required<Omit<ObservedCategory, 'shelf'>> {
  readonly isActive: boolean;
  /** Apps on its lists when they were last read. */
  readonly appsCount: number;
  readonly firstSeenAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly lastScrapedAt: Date | null;
}

export interface CategoryFilter {
  readonly section?: CategorySection | undefined;
  readonly type?: CategoryType | undefined;
  readonly isActiveOnly?: boolean | undefined;
  /** Only the children of this category. */
  readonly parentId?: string | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** The stored ones, and those that the product has itself where no crawl stored them yet. */
const KNOWN = `known as (
    select id, name, category_type, category_section, parent_category_id, is_stable, is_active, first_seen_at, last_seen_at, last_scraped_at
    from app_categories where platform = $1 and storefront = $2
    union all
    select id, name, category_type, category_section, parent_category_id, true, true, null, null, null
    from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) as own (id, name, category_type, category_section, parent_category_id)
    where not exists (select from app_categories stored where stored.platform = $1 and stored.storefront = $2 and stored.id = own.id)
  )`;
const FILTER = `from known
    where ($8::text is null or category_section = $8) and ($9::text is null or category_type = $9) and (is_active or not $10::boolean)
      and ($11::text is null or parent_category_id = $11) and ($12::text[] is null or id = any($12))`;

export interface CategoryQuestion extends Market, CategoryFilter {
  /** The categories that the product has itself. */
  readonly own: readonly ObservedCategory[];
}

/** By section, type and name. */
export const categoryList = defineList<ListedCategory, CategoryQuestion>({
  with: KNOWN,
  columns: `id, name, category_type, category_section, parent_category_id, is_stable, is_active, first_seen_at, last_seen_at,
    last_scraped_at, placed.apps as apps_count`,
  from: FILTER,
  order: 'category_section, category_type, name, id',
  lookups: `cross join lateral (
    select count(distinct app_id) as apps from app_category_rankings
    where platform = $1 and storefront = $2 and category_id = page.id and year_week = (
      select year_week from app_category_rankings where platform = $1 and storefront = $2 and category_id = page.id
      order by scraped_at desc limit 1)
  ) placed`,
  values: toValues,
});

function toValues({ platform, storefront, own, section, type, isActiveOnly, parentId, ids }: CategoryQuestion): unknown[] {
  const column = (name: keyof ObservedCategory): unknown[] => own.map((category) => category[name]);
  const columns = [column('id'), column('name'), column('categoryType'), column('categorySection'), column('parentCategoryId')];
  return [platform, storefront, ...columns, section ?? null, type ?? null, isActiveOnly ?? false, parentId ?? null, ids ?? null];
}

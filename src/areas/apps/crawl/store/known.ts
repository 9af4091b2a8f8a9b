import type { Sql } from '#stores/postgres/types.ts';
import type { CategorySection } from '../../catalogue/index.ts';
import type { Market } from '../../records/index.ts';
import type { StoreCategory } from '../../store-categories.ts';

/**
 * Which of these need not be read again: their own page or record was read since an instant, and, where their similar
 * apps are wanted too, so were those.
 */
export async function listReadApps(
  sql: Sql,
  { platform, storefront }: Market,
  { appIds, since, isSimilarWanted }: { readonly appIds: readonly string[]; readonly since: Date; readonly isSimilarWanted: boolean },
): Promise<string[]> {
  const { rows } = await sql.query<{ appId: string }>(
    `select app_id from apps
     where platform = $1 and storefront = $2 and app_id = any($3) and fetched_at >= $4
       and (not $5::boolean or status = 'removed' or similar_read_at >= $4)`,
    [platform, storefront, appIds, since, isSimilarWanted],
  );
  return rows.map(({ appId }) => appId);
}

/** Apps that are similar to these. */
export async function listSimilarIds(sql: Sql, { platform, storefront }: Market, sourceAppIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ appId: string }>(
    `select distinct recommended_app_id as app_id from app_recommendations
     where platform = $1 and storefront = $2 and source_app_id = any($3) and is_active = 1`,
    [platform, storefront, sourceAppIds],
  );
  return rows.map(({ appId }) => appId);
}

/** A hub, room or story with a number of its own, which a page that was read led to. */
export async function findEditorial(sql: Sql, { platform, storefront }: Market, id: string): Promise<StoreCategory | undefined> {
  const { rows } = await sql.query<StoreCategory>(
    `select platform, id, name, parent_category_id as parent_id, category_section as section, category_type as type
     from app_categories
     where platform = $1 and storefront = $2 and id = $3 and is_stable and category_type in ('grouping', 'room', 'story')`,
    [platform, storefront, id],
  );
  return rows[0];
}

/** The ids, among these, that `findEditorial` finds. */
export async function listEditorialIds(sql: Sql, { platform, storefront }: Market, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from app_categories
     where platform = $1 and storefront = $2 and id = any($3::text[]) and is_stable and category_type in ('grouping', 'room', 'story')`,
    [platform, storefront, ids],
  );
  return rows.map(({ id }) => id);
}

export async function findCategorySection(sql: Sql, { platform, storefront }: Market, id: string): Promise<CategorySection | undefined> {
  const { rows } = await sql.query<{ section: CategorySection }>(
    `select category_section as section from app_categories where platform = $1 and storefront = $2 and id = $3`,
    [platform, storefront, id],
  );
  return rows[0]?.section;
}

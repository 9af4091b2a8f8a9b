import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';
import type { TaxonomyCategory } from '../category.ts';

interface CategoryRow {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly slug: string;
  readonly path: string;
  readonly parent_category_id: string | null;
  readonly provider_category_id: number | null;
  readonly confidence: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS: ColumnTypes<CategoryRow> = {
  id: 'text',
  project_id: 'text',
  name: 'text',
  slug: 'text',
  path: 'text',
  parent_category_id: 'text',
  provider_category_id: 'integer',
  confidence: 'double precision',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};

/** A category that is there keeps its slug, which addresses hold. */
const KEEP_SLUG = `on conflict (id) do update set name = excluded.name, path = excluded.path,
  parent_category_id = excluded.parent_category_id, confidence = excluded.confidence, updated_at = excluded.updated_at`;

export async function upsertTaxonomyCategories(
  sql: Sql,
  { projectId, categories, now }: { readonly projectId: string; readonly categories: readonly TaxonomyCategory[]; readonly now: Date },
): Promise<void> {
  const rows = categories.map((category) => ({
    id: category.id,
    project_id: projectId,
    name: category.name,
    slug: category.slug,
    path: category.path,
    parent_category_id: category.parentCategoryId,
    provider_category_id: category.providerCategoryId,
    confidence: category.confidence,
    created_at: now,
    updated_at: now,
  }));
  await insertRows(sql, { table: 'categories', columns: COLUMNS, rows, suffix: KEEP_SLUG });
}

/** The taxonomy of a project, by path. */
export async function listTaxonomyCategories(sql: Sql, projectId: string): Promise<TaxonomyCategory[]> {
  const { rows } = await sql.query<TaxonomyCategory>(
    `select id, name, slug, path, parent_category_id, provider_category_id, confidence
     from categories where project_id = $1 order by path, id`,
    [projectId],
  );
  return rows;
}

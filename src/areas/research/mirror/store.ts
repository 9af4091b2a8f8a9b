import { notFound } from '#kernel/errors.ts';
import type { MirrorCategory, MirrorKeyword, MirrorKeywordCategory, MirrorProjectKeyword } from '#providers/entity-store/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** The provider's tree has six; more would be a circle. */
const LEVELS_MAX = 20;

/** @throws AppError 404 */
export async function getRunOwner(sql: Sql, runId: string): Promise<{ projectId: string | null; organizationId: string | null }> {
  const { rows } = await sql.query<{ projectId: string | null; organizationId: string | null }>(
    'select project_id, organization_id from research_runs where id = $1',
    [runId],
  );
  if (rows[0] === undefined) throw notFound('Run');
  return rows[0];
}

/** Texts that a run has kept, each once however many markets it was found in, in their order after `after`. */
export async function listKeptTexts(
  sql: Sql,
  { runId, after, limit }: { readonly runId: string; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    `select distinct keyword from research_keywords where run_id = $1 and status = 'kept' and keyword > $2 order by keyword limit $3`,
    [runId, after, limit],
  );
  return rows.map(({ keyword }) => keyword);
}

export async function listKeywords(sql: Sql, ownerId: string, texts: readonly string[]): Promise<MirrorKeyword[]> {
  const { rows } = await sql.query<MirrorKeyword>(
    `select normalized_text as text, original_keyword_text as original_text, sources, primary_intent, secondary_intents, brand_flag,
            provider_category_paths as category_paths, latest_search_volume as search_volume, latest_competition as competition,
            latest_cpc as cpc, latest_trend as trend, updated_at
       from canonical_keywords where owner_id = $1 and normalized_text = any ($2) order by normalized_text`,
    [ownerId, texts],
  );
  return rows;
}

export async function listProjectKeywords(sql: Sql, projectId: string, texts: readonly string[]): Promise<MirrorProjectKeyword[]> {
  const { rows } = await sql.query<MirrorProjectKeyword>(
    `select project_id, keyword_text as text, run_id, source, added_at
       from project_keywords where project_id = $1 and keyword_text = any ($2) order by keyword_text`,
    [projectId, texts],
  );
  return rows;
}

export async function listKeywordCategories(sql: Sql, projectId: string, texts: readonly string[]): Promise<MirrorKeywordCategory[]> {
  const { rows } = await sql.query<MirrorKeywordCategory>(
    `select keyword_text as text, category_id, provider_category_id, assignment_confidence as confidence, assigned_by, assigned_at
       from keyword_categories where project_id = $1 and keyword_text = any ($2) order by keyword_text, category_id`,
    [projectId, texts],
  );
  return rows;
}

/** The categories and those above them, parents first. */
export async function listCategoriesWithParents(sql: Sql, ids: readonly string[]): Promise<MirrorCategory[]> {
  const { rows } = await sql.query<MirrorCategory>(
    `with recursive wanted as (
       select c.id, c.parent_category_id, 0 as height from categories c where c.id = any ($1)
       union
       select c.id, c.parent_category_id, w.height + 1
         from categories c join wanted w on c.id = w.parent_category_id where w.height < $2
     )
     select c.id, c.name, c.slug, c.description, c.parent_category_id as parent_id, c.project_id, c.provider_category_id, c.created_at,
            c.updated_at
       from categories c join (select id, max(height) as height from wanted group by id) w on w.id = c.id
      order by w.height desc, c.id`,
    [ids, LEVELS_MAX],
  );
  return rows;
}

import type { Sql } from '#stores/postgres/types.ts';

export interface SavedText {
  readonly normalizedText: string;
  readonly originalText: string;
}

/** Adds keywords of which nothing is known yet. */
export async function insertCanonicalKeywords(
  sql: Sql,
  { ownerId, keywords, now }: { readonly ownerId: string; readonly keywords: readonly SavedText[]; readonly now: Date },
): Promise<void> {
  await sql.query(
    `insert into canonical_keywords (owner_id, normalized_text, original_keyword_text, updated_at)
     select $1, keyword.normalized_text, keyword.original_text, $4
     from unnest($2::text[], $3::text[]) as keyword (normalized_text, original_text)
     on conflict (owner_id, normalized_text) do nothing`,
    [ownerId, keywords.map(({ normalizedText }) => normalizedText), keywords.map(({ originalText }) => originalText), now],
  );
}

/** @returns how many the project did not have */
export async function insertSavedKeywords(
  sql: Sql,
  saved: {
    readonly projectId: string;
    readonly keywords: readonly SavedText[];
    readonly source: string;
    readonly parentSeed: string | null;
    readonly now: Date;
  },
): Promise<number> {
  const { projectId, keywords, source, parentSeed, now } = saved;
  const { rowCount } = await sql.query(
    `insert into project_keywords (project_id, keyword_text, source, parent_seed, added_at)
     select $1, keyword_text, $3, $4, $5 from unnest($2::text[]) as keyword_text
     on conflict (project_id, keyword_text) do nothing`,
    [projectId, keywords.map(({ normalizedText }) => normalizedText), source, parentSeed, now],
  );
  return rowCount ?? 0;
}

export async function countSavedKeywords(sql: Sql, projectId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from project_keywords where project_id = $1', [projectId]);
  return rows[0]?.total ?? 0;
}

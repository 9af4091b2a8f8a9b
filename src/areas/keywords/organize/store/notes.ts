import type { Sql } from '#stores/postgres/types.ts';
import type { KeywordChanges } from '../changes.ts';
import type { ProjectKeywords } from '../edit-keywords.ts';

/** Writes what is given of note, star and target page beside every keyword; the rest stays. */
export async function upsertNotes(
  sql: Sql,
  { projectId, keywordIds }: ProjectKeywords,
  { note, isStarred, targetUrl }: KeywordChanges,
  now: Date,
): Promise<void> {
  await sql.query(
    `insert into keyword_notes as known (project_id, keyword_id, note, is_starred, target_url, updated_at)
     select $1, keyword_id, $3, coalesce($4::boolean, false), $5, $6 from unnest($2::text[]) as asked (keyword_id)
     order by keyword_id
     on conflict (project_id, keyword_id) do update
     set note = case when $7 then excluded.note else known.note end, is_starred = coalesce($4::boolean, known.is_starred),
       target_url = case when $8 then excluded.target_url else known.target_url end, updated_at = excluded.updated_at`,
    [projectId, keywordIds, note ?? null, isStarred ?? null, targetUrl ?? null, now, note !== undefined, targetUrl !== undefined],
  );
}

import type { Sql } from '#stores/postgres/types.ts';
import type { ProjectKeywords } from '../edit-keywords.ts';

/** Gives every keyword every tag. */
export async function insertKeywordTags(sql: Sql, { projectId, keywordIds }: ProjectKeywords, tagIds: readonly string[]): Promise<void> {
  await sql.query(
    `insert into keyword_tags (project_id, keyword_id, tag_id)
     select $1, keyword_id, tag_id from unnest($2::text[]) as asked (keyword_id), unnest($3::text[]) as tag (tag_id)
     order by keyword_id, tag_id
     on conflict do nothing`,
    [projectId, keywordIds, tagIds],
  );
}

/** Takes tags away: some, or all but some. */
export async function deleteKeywordTags(
  sql: Sql,
  { projectId, keywordIds }: ProjectKeywords,
  { only, except }: { readonly only?: readonly string[]; readonly except?: readonly string[] },
): Promise<void> {
  await sql.query(
    `delete from keyword_tags
     where project_id = $1 and keyword_id = any ($2)
       and ($3::text[] is null or tag_id = any ($3)) and ($4::text[] is null or tag_id <> all ($4))`,
    [projectId, keywordIds, only ?? null, except ?? null],
  );
}

/** How many of the keywords have at least so many tags. */
export async function countKeywordsWithTags(sql: Sql, { projectId, keywordIds }: ProjectKeywords, tags: number): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `select count(*) as total
     from (select from keyword_tags where project_id = $1 and keyword_id = any ($2) group by keyword_id having count(*) >= $3) full_of_tags`,
    [projectId, keywordIds, tags],
  );
  return rows[0]?.total ?? 0;
}

import { TRACKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Question } from '../question.ts';

/** A keyword that a project tracks, in whatever engines and channels. */
export interface FoundKeyword {
  readonly id: string;
  readonly label: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: string;
}

/** Projects of one service: far more than a caller sees on a screen. */
const PROJECTS_MAX = 10_000;
/** Keywords that are looked through for a later word; their texts have no index of words. */
const SCANNED_MAX = 100_000;
/** A keyword is tracked in this many engines and channels at most. */
const PAGES_MAX = 4;

const VISIBLE = `
  visible as (
    select id, name from projects
    where status <> 'archived' and ($1::text[] is null or id = any ($1))
    order by id
    limit ${PROJECTS_MAX}
  )`;
const FOUND = `
  select found.keyword_id as id, keyword.keyword_text as label, visible.id as project_id, visible.name as project_name,
    keyword.location_code, keyword.language_code, keyword.device
  from (select distinct project_id, keyword_id, normalized_text from candidates) found
  join visible on visible.id = found.project_id
  join keywords keyword on keyword.id = found.keyword_id
  order by found.normalized_text collate "C", found.keyword_id, visible.id`;

/** In the order of their texts: of each project a range of an index. */
export async function listKeywordsThatBegin(sql: Sql, { projectIds, begins, limit }: Question): Promise<FoundKeyword[]> {
  const { rows } = await sql.query<FoundKeyword>(
    `with ${VISIBLE}, candidates as (
       select visible.id as project_id, begun.keyword_id, begun.normalized_text
       from visible cross join lateral (
         select t.keyword_id, t.normalized_text from ${TRACKED_KEYWORDS} t
         where t.project_id = visible.id and t.normalized_text like $2
         order by t.normalized_text using ~<~, t.keyword_id
         limit $3 * ${PAGES_MAX}) begun
     ) ${FOUND} limit $3`,
    [projectIds, begins, limit],
  );
  return rows;
}

/** Keywords with a later word that begins with the text, among a bounded number. */
export async function listKeywordsWithWord(sql: Sql, { projectIds, text, limit }: Question): Promise<FoundKeyword[]> {
  const { rows } = await sql.query<FoundKeyword>(
    `with ${VISIBLE}, candidates as (
       select * from (
         select t.project_id, t.keyword_id, t.normalized_text from ${TRACKED_KEYWORDS} t
         where ($1::text[] is null or t.project_id = any ($1))
         limit ${SCANNED_MAX}) scanned
       where position(' ' || $2::text in scanned.normalized_text) > 0
         and not starts_with(scanned.normalized_text, $2)
     ) ${FOUND} limit $3`,
    [projectIds, text, limit],
  );
  return rows;
}

/** The keyword with the id, once for each project that tracks it. */
export async function findKeywordById(sql: Sql, { projectIds, typed, limit }: Question): Promise<FoundKeyword[]> {
  const { rows } = await sql.query<FoundKeyword>(
    `with ${VISIBLE}, candidates as (
       select t.project_id, t.keyword_id, t.normalized_text from ${TRACKED_KEYWORDS} t
       where t.keyword_id = $2 and ($1::text[] is null or t.project_id = any ($1))
     ) ${FOUND} limit $3`,
    [projectIds, typed, limit],
  );
  return rows;
}

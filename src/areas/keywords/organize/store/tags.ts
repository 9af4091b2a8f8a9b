import { TRACKED_KEYWORDS } from '../../tracking/store/tracked.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { TAGS_MAX, type ProjectTag, type TagColor } from '../tag.ts';

const COLUMNS = `tag.id, tag.project_id, tag.name, tag.color, tag.created_at, tag.updated_at`;

export interface CountedTag extends ProjectTag {
  /** How many keywords that are tracked have it. */
  readonly keywords: number;
}

/** By name. */
export async function listTagRows(sql: Sql, projectId: string): Promise<CountedTag[]> {
  const { rows } = await sql.query<CountedTag & { color: TagColor }>(
    `select ${COLUMNS}, (
       select count(*) from keyword_tags tagged
       where tagged.project_id = tag.project_id and tagged.tag_id = tag.id and exists (
         select from ${TRACKED_KEYWORDS} t
         where t.project_id = tagged.project_id and t.keyword_id = tagged.keyword_id)) as keywords
     from tags tag
     where tag.project_id = $1
     order by lower(tag.name), tag.id
     limit ${TAGS_MAX}`,
    [projectId],
  );
  return rows;
}

/** The tag and whose it is, with its row locked until the transaction ends. */
export async function lockTag(sql: Sql, tagId: string): Promise<(ProjectTag & { readonly organizationId: string }) | undefined> {
  const { rows } = await sql.query<ProjectTag & { color: TagColor; organizationId: string }>(
    `select ${COLUMNS}, project.organization_id
     from tags tag join projects project on project.id = tag.project_id
     where tag.id = $1
     for update of tag`,
    [tagId],
  );
  return rows[0];
}

/** The id of the project's tag with the name in any case. */
export async function findTagNamed(sql: Sql, projectId: string, name: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string }>('select id from tags where project_id = $1 and lower(name) = lower($2)', [
    projectId,
    name,
  ]);
  return rows[0]?.id;
}

export async function countTags(sql: Sql, projectId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from tags where project_id = $1', [projectId]);
  return rows[0]?.total ?? 0;
}

/** Which of the ids are tags of the project. They stay until the transaction ends. */
export async function listTagIds(sql: Sql, projectId: string, tagIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from tags where project_id = $1 and id = any ($2) order by id for key share',
    [projectId, tagIds],
  );
  return rows.map(({ id }) => id);
}

export async function insertTag(sql: Sql, tag: ProjectTag): Promise<void> {
  await sql.query('insert into tags (id, project_id, name, color, created_at, updated_at) values ($1, $2, $3, $4, $5, $6)', [
    tag.id,
    tag.projectId,
    tag.name,
    tag.color,
    tag.createdAt,
    tag.updatedAt,
  ]);
}

export async function updateTagRow(sql: Sql, { id, name, color, updatedAt }: ProjectTag): Promise<void> {
  await sql.query('update tags set name = $2, color = $3, updated_at = $4 where id = $1', [id, name, color, updatedAt]);
}

/** Keywords lose it too. */
export async function deleteTagRow(sql: Sql, tagId: string): Promise<void> {
  await sql.query('delete from tags where id = $1', [tagId]);
}

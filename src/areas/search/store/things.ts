import type { Sql } from '#stores/postgres/types.ts';
import { PLAIN, type FoundThing } from '../hit.ts';
import type { Question } from '../question.ts';

/** Projects `p` that the caller sees ($1) and that are not archived. */
const IS_VISIBLE = `p.status <> 'archived' and ($1::text[] is null or p.id = any ($1))`;

function toValues({ projectIds, typed, begins, hasWord, limit }: Question): unknown[] {
  return [projectIds, typed, begins, hasWord, limit];
}

type Row = Pick<FoundThing, 'id' | 'label' | 'detail' | 'projectId' | 'projectName'>;

function toThings<Found extends Row>(rows: readonly Found[]): FoundThing[] {
  return rows.map((row) => ({ ...PLAIN, ...row }));
}

export async function listMatchingProjects(sql: Sql, question: Question): Promise<FoundThing[]> {
  const { rows } = await sql.query<Row>(
    `select p.id, p.name as label, null::text as detail, p.id as project_id, p.name as project_name
     from projects p
     where ${IS_VISIBLE} and (p.id = $2 or lower(p.name) like $3 or lower(p.name) like $4)
     order by p.id = $2 desc, lower(p.name) like $3 desc, lower(p.name), p.id
     limit $5`,
    toValues(question),
  );
  return toThings(rows);
}

export async function listMatchingTags(sql: Sql, question: Question): Promise<FoundThing[]> {
  const { rows } = await sql.query<Row>(
    `select tag.id, tag.name as label, tag.color as detail, p.id as project_id, p.name as project_name
     from tags tag join projects p on p.id = tag.project_id
     where ${IS_VISIBLE} and (tag.id = $2 or lower(tag.name) like $3 or lower(tag.name) like $4)
     order by tag.id = $2 desc, lower(tag.name) like $3 desc, lower(tag.name), tag.id
     limit $5`,
    toValues(question),
  );
  return toThings(rows);
}

/** Websites, apps and places of projects, by their names and by what they are. */
export async function listMatchingAssets(sql: Sql, question: Question): Promise<FoundThing[]> {
  const { rows } = await sql.query<Row>(
    `select a.id, a.name as label, a.value as detail, p.id as project_id, p.name as project_name
     from assets a join projects p on p.id = a.project_id
     where ${IS_VISIBLE} and (a.id = $2 or lower(a.name) like $3 or lower(a.name) like $4 or lower(a.value) like $3)
     order by a.id = $2 desc, lower(a.name) like $3 desc, lower(a.name), a.id
     limit $5`,
    toValues(question),
  );
  return toThings(rows);
}

/** Apps that are tracked, by the title in the United States, else by the project's name of them. */
export async function listMatchingApps(sql: Sql, question: Question): Promise<FoundThing[]> {
  const { rows } = await sql.query<Row & Pick<FoundThing, 'platform'>>(
    `with named as (
       select t.app_id, t.platform, t.project_id, coalesce(known.title, asset.name, t.app_id) as title
       from tracked_apps t
       left join apps known on known.platform = t.platform and known.storefront = t.storefront and known.app_id = t.app_id
       left join lateral (
         select name from assets where project_id = t.project_id and value = t.app_id order by created_at, id limit 1) asset on true
       where t.is_active = 1 and ($1::text[] is null or t.project_id = any ($1))
     )
     select named.app_id as id, named.title as label, named.app_id as detail, p.id as project_id, p.name as project_name, named.platform
     from named join projects p on p.id = named.project_id
     where ${IS_VISIBLE} and (named.app_id = $2 or lower(named.app_id) like $3 or lower(named.title) like $3 or lower(named.title) like $4)
     order by named.app_id = $2 desc, lower(named.title) like $3 desc, lower(named.title), named.app_id, named.platform, p.id
     limit $5`,
    toValues(question),
  );
  return toThings(rows);
}

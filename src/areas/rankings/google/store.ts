import type { Sql } from '#stores/postgres/types.ts';

/** Days of a property that were read, the newest first, and by which reading. */
export interface GoogleReadings {
  readonly propertyId: string;
  readonly siteUrl: string;
  readonly type: string;
  readonly days: readonly { readonly day: string; readonly readAtMs: number; readonly isCut: boolean }[];
}

interface Question {
  readonly projectId: string;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** What was read of a project's property in a span; undefined: it has none. */
export async function findGoogleReadings(sql: Sql, { projectId, from, to }: Question): Promise<GoogleReadings | undefined> {
  const { rows } = await sql.query<GoogleReadings>(
    `select b.property_id, p.site_url, b.type, (
       select coalesce(json_agg(json_build_object('day', d.day, 'readAtMs', round(date_part('epoch', d.fetched_at) * 1000), 'isCut', d.is_cut) order by d.day desc), '[]')
       from search_console_days d
       where d.property_id = b.property_id and d.type = b.type and d.fetched_at is not null and d.day between $2::date and $3::date
     ) as days
     from search_console_bindings b join search_console_properties p on p.id = b.property_id
     where b.project_id = $1`,
    [projectId, from, to],
  );
  return rows[0];
}

/** The last final day of a project's property up to a day, else the last that was read; undefined: there is none. */
export async function findLastGoogleDay(sql: Sql, projectId: string, to: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ day: string }>(
    `select d.day::text as day
     from search_console_bindings b join search_console_days d on d.property_id = b.property_id and d.type = b.type
     where b.project_id = $1 and d.fetched_at is not null and d.day <= $2::date
     order by d.state = 'final' desc, d.day desc
     limit 1`,
    [projectId, to],
  );
  return rows[0]?.day;
}

/** Another text whenever what was read of a project's property is another. */
export async function findGoogleVersion(sql: Sql, projectId: string): Promise<string> {
  const { rows } = await sql.query<{ version: string }>(
    `select concat_ws(' ', b.property_id, b.type, count(d.day), max(d.fetched_at), sum(case d.state when 'final' then 1 else 0 end)) as version
     from search_console_bindings b left join search_console_days d on d.property_id = b.property_id and d.type = b.type
     where b.project_id = $1
     group by b.property_id, b.type
     limit 1`,
    [projectId],
  );
  return rows[0]?.version ?? '';
}

import type { Sql } from '#stores/postgres/types.ts';

/** What a project reads in Search Console. */
export interface BoundProperty {
  readonly propertyId: string;
  readonly siteUrl: string;
  /** Kind of search, such as `web`. */
  readonly type: string;
  /** How its collection goes; null: it never began. */
  readonly syncStatus: 'waiting' | 'running' | 'paused' | 'idle' | 'failing' | null;
  /** Why it does not go on, and the one thing to do; null while all is well. */
  readonly cause: string | null;
  readonly nextStep: string | null;
}

export type PropertyKey = Pick<BoundProperty, 'propertyId' | 'type'>;

/** How far a Pacific day of a property is known. A day that was never fetched has no row. */
export interface KnownDay {
  readonly day: string;
  /** `partial`: Google counts on. `failed`: it was tried and never read. */
  readonly state: 'partial' | 'final' | 'failed';
  /** Google gave only so many rows of it, those with most clicks. */
  readonly isCut: boolean;
  /** Of the reading whose rows are the day; null: never read. */
  readonly fetchedAt: Date | null;
  /** Of the last try, where it failed. */
  readonly error: string | null;
}

/** The property that a project is bound to; undefined: none. */
export async function findBoundProperty(sql: Sql, projectId: string): Promise<BoundProperty | undefined> {
  const { rows } = await sql.query<BoundProperty>(
    `select b.property_id, p.site_url, b.type, s.status as sync_status, coalesce(s.cause, c.cause) as cause, coalesce(s.next_step, c.next_step) as next_step
     from search_console_bindings b join search_console_properties p on p.id = b.property_id
       left join search_console_syncs s on s.property_id = b.property_id and s.type = b.type
       left join search_console_connections c on c.id = p.connection_id
     where b.project_id = $1`,
    [projectId],
  );
  return rows[0];
}

/** The days of a span that are known, oldest first; at most 1,200. */
export async function listKnownDays(
  sql: Sql,
  { propertyId, type }: PropertyKey,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<KnownDay[]> {
  const { rows } = await sql.query<KnownDay>(
    `select day::text as day, state, is_cut, fetched_at, error
     from search_console_days
     where property_id = $1 and type = $2 and day between $3::date and $4::date
     order by day
     limit 1200`,
    [propertyId, type, from, to],
  );
  return rows;
}

/** The last day that is final, else the last that has figures; undefined: there is none. */
export async function findNewestDay(sql: Sql, { propertyId, type }: PropertyKey): Promise<string | undefined> {
  const { rows } = await sql.query<{ day: string }>(
    `select day::text as day
     from search_console_days
     where property_id = $1 and type = $2 and fetched_at is not null
     order by state = 'final' desc, day desc
     limit 1`,
    [propertyId, type],
  );
  return rows[0]?.day;
}

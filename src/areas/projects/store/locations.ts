import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { Location } from '../locations.ts';

/** A location with its name as it is compared. */
export interface LocationRow {
  readonly location_code: number;
  readonly name: string;
  readonly country: string;
  readonly rank: number;
  readonly head: string;
  readonly above: string;
  readonly refreshed_at: Date;
}

const COLUMNS = {
  location_code: 'integer',
  name: 'text',
  country: 'text',
  rank: 'smallint',
  head: 'text',
  above: 'text',
  refreshed_at: 'timestamptz',
} as const;

/** The locations of a country are these and no others. A location that was another country's before moves. */
export async function replaceLocations(tx: Transaction, country: string, rows: readonly LocationRow[]): Promise<void> {
  await tx.query('delete from locations where country = $1 or location_code = any ($2)', [country, rows.map((row) => row.location_code)]);
  await insertRows(tx, { table: 'locations', columns: COLUMNS, rows });
  await tx.query(
    `insert into location_tails (tail, location_code)
     select distinct array_to_string(words[at:], ' '), location_code
     from (select location_code, string_to_array(head, ' ') as words from locations where country = $1) named,
       generate_subscripts(words, 1) as at`,
    [country],
  );
}

/** When each country was read last, by its two letters. */
export async function listRefreshes(sql: Sql): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql.query<{ country: string; at: Date }>(
    'select country, min(refreshed_at) as at from locations group by country order by country limit 1000',
  );
  return new Map(rows.map(({ country, at }) => [country, at]));
}

/** When the oldest part of the list was read; undefined while there is none. */
export async function findOldestRefresh(sql: Sql): Promise<Date | undefined> {
  const { rows } = await sql.query<{ at: Date | null }>('select min(refreshed_at) as at from locations');
  return rows[0]?.at ?? undefined;
}

export interface LocationQuestion {
  /** As it is compared; empty: every location. */
  readonly head: string;
  /** What it lies in, as far as it was said. */
  readonly above: readonly string[];
  readonly country: string | undefined;
  readonly locationCodes: readonly number[] | undefined;
  /** A location: what lies in the smallest area with it comes first. */
  readonly near: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Locations by how they match: the whole name, then its beginning, then the beginning of a later word; larger kinds first. */
export async function searchLocationRows(sql: Sql, question: LocationQuestion): Promise<{ locations: Location[]; total: number }> {
  const { head, above, country = null, locationCodes = null, near = null, limit, offset } = question;
  const { rows } = await sql.query<Location & { readonly total: number }>(
    `with centre as (
       select c.location_code, c.rank, a.level, a.area from locations c,
         lateral (select at as level, ',' || array_to_string(parts[at:], ',') as area
                  from (select string_to_array(substr(c.above, 2), ',') as parts) named, generate_subscripts(parts, 1) as at) a
       where c.location_code = $6
     ), found as (
       select l.*, n.level, n.kind from locations l
       left join lateral (
         select min(level) as level, min(abs(centre.rank - l.rank)) as kind from centre where right(l.above, length(area)) = area
       ) n on $6::integer is not null
       where ($1 = '' or l.location_code in (select location_code from location_tails where tail like $2) or (l.rank = 0 and lower(l.country) = $1))
         and not exists (select 1 from unnest($3::text[]) as part where l.above not like part)
         and ($4::text is null or l.country = $4) and ($5::integer[] is null or l.location_code = any ($5))
         and ($6::integer is null or (n.level is not null and l.location_code <> $6 and l.country = (select country from locations where location_code = $6)))
     )
     select location_code, name, country, rank, (select count(*) from found) as total from found
     order by level nulls last, kind,
       case when $1 <> '' and (head = $1 or (rank = 0 and lower(country) = $1)) then 0 when head like $2 then 1 else 2 end, rank, head, location_code
     limit $7 offset $8`,
    [head, `${escapeLike(head)}%`, above.map((part) => `%,${escapeLike(part)}%`), country, locationCodes, near, limit, offset],
  );
  if (rows.length === 0 && offset > 0)
    return { locations: [], total: (await searchLocationRows(sql, { ...question, limit: 1, offset: 0 })).total };
  return { locations: rows.map(({ total: _total, ...location }) => location), total: rows[0]?.total ?? 0 };
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/gu, String.raw`\$&`);
}

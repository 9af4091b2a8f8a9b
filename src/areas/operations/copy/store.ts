import type { CopyByRows, RelationalUnits } from '#stores/copy-types.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** A thing in PostgreSQL that has rows in ClickHouse. */
export interface CopyUnit {
  readonly key: string;
  readonly lookup: string;
  /** Rows that ClickHouse should have. */
  readonly rows: number;
  readonly content: string;
}

/** The days that have units, oldest first. */
export async function listUnitDays(sql: Sql, { from, where, day }: RelationalUnits): Promise<string[]> {
  const { rows } = await sql.query<{ day: string }>(`select distinct ${day} as day from ${from} where ${where} order by day`);
  return rows.map((row) => row.day);
}

/** Units of a day after a key, in the order of their keys. */
export async function listUnits(
  sql: Sql,
  { from, where, ofDay, key, lookup, rows: count, content = `''` }: RelationalUnits,
  { day, after, limit }: { readonly day: string; readonly after: string; readonly limit: number },
): Promise<CopyUnit[]> {
  const { rows } = await sql.query<CopyUnit>(
    `select ${key} as key, ${lookup} as lookup, ${count} as rows, ${content} as content
     from ${from} where ${where} and ${ofDay} and (${key}) collate "C" > $2 order by (${key}) collate "C" limit $3`,
    [day, after, limit],
  );
  return rows;
}

/** What the rows of units are made from. */
export async function listRecords(
  sql: Sql,
  { from, where, key, lookup }: RelationalUnits,
  { columns, joins = '' }: CopyByRows,
  units: readonly CopyUnit[],
): Promise<never[]> {
  const { rows } = await sql.query(
    `select ${columns} from ${from} ${joins} where ${where} and ${lookup} = any($1::text[]) and ${key} = any($2::text[]) order by ${key}`,
    [units.map((unit) => unit.lookup), units.map((unit) => unit.key)],
  );
  return rows as never[];
}

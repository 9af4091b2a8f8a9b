import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { CopySource } from '#stores/copy-types.ts';
import type { CopyUnit } from './store.ts';

const ROWS_MAX = 1_000_000;

const Params = z.object({ day: z.string(), lookups: z.array(z.string()), keys: z.array(z.string()) });
const Unit = z.object({ key: z.string(), rows: z.number(), content: z.string() });

/** What ClickHouse has of a unit. */
export type StoredUnit = z.output<typeof Unit>;

/** A row that ClickHouse has: the key of its unit, and what distinguishes it from the unit's other rows. */
export interface StoredRow {
  readonly key: string;
  readonly id: string;
}

/** What ClickHouse has of these units of a day; those that it lacks are left out. */
export async function listStoredUnits(
  clickhouse: ClickHouse,
  source: CopySource,
  day: string,
  units: readonly CopyUnit[],
): Promise<StoredUnit[]> {
  const { rows = 'count()', content = `''` } = source.stored;
  const sql = `select key, ${rows} as rows, ${content} as content ${fromUnits(source)} group by key order by key limit ${ROWS_MAX}`;
  return await clickhouse.query({ name: `copy-stored-${source.name}`, sql, params: Params, row: Unit }, toParams(day, units));
}

/** The rows that ClickHouse has of these units. @param id columns that tell them apart */
export async function listStoredRows(
  clickhouse: ClickHouse,
  source: CopySource,
  id: readonly string[],
  { day, units }: { readonly day: string; readonly units: readonly CopyUnit[] },
): Promise<StoredRow[]> {
  const sql = `select key, ${toText(id)} as id ${fromUnits(source)} order by key, id limit ${ROWS_MAX}`;
  const row = z.object({ key: z.string(), id: z.string() });
  return await clickhouse.query({ name: `copy-rows-${source.name}`, sql, params: Params, row }, toParams(day, units));
}

function fromUnits({ table, stored: { key, lookup, day, where = '1' } }: CopySource): string {
  return `from (
      select *, ${toText(key)} as key from ${table}
      where ${lookup} in {lookups:Array(String)} and ${day === undefined ? '1' : `${day} = toDate({day:String})`} and ${where}
    ) where key in {keys:Array(String)}`;
}

/** The same as `toName` of a row's values (`copy-part.ts`). */
function toText(columns: readonly string[]): string {
  return `arrayStringConcat([${columns.map((column) => `toString(${column})`).join(', ')}], '|')`;
}

function toParams(day: string, units: readonly CopyUnit[]): z.infer<typeof Params> {
  return { day, lookups: [...new Set(units.map(({ lookup }) => lookup))], keys: units.map(({ key }) => key) };
}

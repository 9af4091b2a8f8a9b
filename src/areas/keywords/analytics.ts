import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { CopyRow, CopyUnit, StoredUnit } from '#stores/copy-types.ts';

/** What ClickHouse has of the figures of keywords, for the copy of what it lacks. */

const Params = z.object({ day: z.string(), keyword_ids: z.array(z.string()) });
const Unit = z.object({ key: z.string(), rows: z.number(), content: z.string() });
const ROWS_MAX = 1_000_000;

const storedSnapshots = {
  name: 'copy-stored-snapshots',
  sql: `select concat(keyword_id, '|', toString(toUnixTimestamp64Milli(captured_at))) as key, count() as rows,
          ifNull(toString(any(tuple(search_volume)).1), '') as content
        from keyword_snapshots
        where keyword_id in {keyword_ids:Array(String)} and toDate(captured_at) = toDate({day:String})
        group by keyword_id, captured_at order by key limit ${ROWS_MAX}`,
  params: Params,
  row: Unit,
};

const storedMonths = {
  name: 'copy-stored-months',
  sql: `select keyword_id as key, uniqExact(year, month) as rows, '' as content
        from monthly_keyword_searches where keyword_id in {keyword_ids:Array(String)} group by keyword_id order by key`,
  params: Params,
  row: Unit,
};

const storedMonthIds = {
  name: 'copy-stored-month-ids',
  sql: `select distinct keyword_id as key, concat(toString(year), '-', toString(month)) as id
        from monthly_keyword_searches where keyword_id in {keyword_ids:Array(String)} order by key, id limit ${ROWS_MAX}`,
  params: Params,
  row: z.object({ key: z.string(), id: z.string() }),
};

export async function listStoredMetrics(clickhouse: ClickHouse, day: string, units: readonly CopyUnit[]): Promise<StoredUnit[]> {
  return await clickhouse.query(storedSnapshots, toParams(day, units));
}

export async function listStoredMonths(clickhouse: ClickHouse, day: string, units: readonly CopyUnit[]): Promise<StoredUnit[]> {
  return await clickhouse.query(storedMonths, toParams(day, units));
}

export async function listStoredMonthIds(clickhouse: ClickHouse, day: string, units: readonly CopyUnit[]): Promise<Omit<CopyRow, 'row'>[]> {
  return await clickhouse.query(storedMonthIds, toParams(day, units));
}

function toParams(day: string, units: readonly CopyUnit[]): z.infer<typeof Params> {
  return { day, keyword_ids: [...new Set(units.map(({ place }) => place))] };
}

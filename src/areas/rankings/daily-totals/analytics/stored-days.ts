import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const DAYS_MAX = 100_000;
const PROJECTS_MAX = 10_000;

/** Days of a project, both included. */
export interface DayRange {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

/** The totals of a day as one text (`unpackTotals`). */
export interface PackedDay {
  readonly day: string;
  readonly sums: string;
}

/** A day that has history, stored totals, or both. */
export interface StoredDay extends PackedDay {
  /** Rows of history with this date. */
  readonly rows: number;
  /** How many rows the stored totals were computed from; null: none are stored. */
  readonly storedRows: number | null;
}

/**
 * Days with the rows of their history (`rows`) beside those that their newest stored totals were computed from
 * (`storedRows`). Rows are only ever added, so stored totals are current while both are equal.
 */
const toDays = (ofHistory: string, ofStored: string): string => `
  select project_id, day, sum(history_rows) as rows, argMax(source_rows, computed_at) as storedRows, argMax(packed, computed_at) as sums
  from (
    select project_id, check_date as day, count() as history_rows, null as source_rows, null as packed, null as computed_at
    from ranking_history where ${ofHistory} group by project_id, check_date
    union all
    select project_id, day, 0, source_rows, sums, computed_at from ranking_days where ${ofStored}
  )
  group by project_id, day`;

const listDays = {
  name: 'rankings-list-kept-days',
  sql: `
select day, rows, storedRows, ifNull(sums, '[]') as sums
from (${toDays(
    'project_id = {project_id:String} and check_date between {from:Date} and {to:Date}',
    'project_id = {project_id:String} and day between {from:Date} and {to:Date}',
  )})
order by day
limit ${DAYS_MAX}`,
  params: z.object({ project_id: z.string(), from: z.string(), to: z.string() }),
  row: z.object({ day: z.string(), rows: z.number(), storedRows: z.number().nullable(), sums: z.string() }),
};

/** Days that have history or stored totals, oldest first. */
export async function listStoredDays(clickhouse: ClickHouse, { projectId, from, to }: DayRange): Promise<StoredDay[]> {
  return await clickhouse.query(listDays, { project_id: projectId, from, to });
}

const listStale = {
  name: 'rankings-list-stale-projects',
  sql: `
select distinct project_id as projectId
from (${toDays('check_date < {before:Date}', 'day < {before:Date}')})
where storedRows is null or rows != storedRows
order by projectId
limit ${PROJECTS_MAX}`,
  params: z.object({ before: z.string() }),
  row: z.object({ projectId: z.string() }),
};

/** Projects with a day before `before` without totals, or with totals of other rows than there are now. */
export async function listStaleProjects(clickhouse: ClickHouse, before: string): Promise<string[]> {
  const rows = await clickhouse.query(listStale, { before });
  return rows.map(({ projectId }) => projectId);
}

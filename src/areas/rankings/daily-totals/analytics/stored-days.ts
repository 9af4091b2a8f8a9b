import { z } from 'zod';
import { toUtcText } from '#kernel/clock.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { packTotals, unpackTotals, type DayTotalsByPage } from '../totals.ts';

const ROWS_MAX = 100_000;

/** The stored totals of one day. */
export interface StoredDay {
  readonly day: string;
  /** Rows of history from which they were computed. */
  readonly sourceRows: number;
  readonly totals: readonly DayTotalsByPage[];
}

/** Days of a project, both included. */
export interface DayRange {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

const RangeParams = z.object({ project_id: z.string(), from: z.string(), to: z.string() });

/** Both in one question, because asking takes longer than answering. */
const listStored = {
  name: 'rankings-list-kept-days',
  sql: `
select day, source_rows as sourceRows, sums, (
    select count() from ranking_history where project_id = {project_id:String} and check_date between {from:Date} and {to:Date}
  ) as rows
from ranking_days
where project_id = {project_id:String} and day between {from:Date} and {to:Date}
order by day, computed_at
limit ${ROWS_MAX}`,
  params: RangeParams,
  row: z.object({ day: z.string(), sourceRows: z.number(), sums: z.string(), rows: z.number() }),
};

/**
 * The days whose totals are stored, oldest first, and whether they are fresh: the history of the range has
 * exactly the rows they were computed from. Rows are only ever added, so counting them is enough.
 */
export async function listStoredDays(clickhouse: ClickHouse, range: DayRange): Promise<{ days: StoredDay[]; areFresh: boolean }> {
  const rows = await clickhouse.query(listStored, toParams(range));
  const newest = new Map(rows.map((row) => [row.day, row]));
  const stored = [...newest.values()];
  const sourceRows = stored.reduce((sum, row) => sum + row.sourceRows, 0);
  return {
    days: stored.map(({ day, sourceRows: count, sums }) => ({ day, sourceRows: count, totals: unpackTotals(day, sums) })),
    areFresh: rows.length > 0 && sourceRows === rows[0]?.rows,
  };
}

const listCounts = {
  name: 'rankings-list-day-counts',
  sql: `
select check_date as day, count() as rows
from ranking_history
where project_id = {project_id:String} and check_date between {from:Date} and {to:Date}
group by check_date
order by check_date
limit ${ROWS_MAX}`,
  params: RangeParams,
  row: z.object({ day: z.string(), rows: z.number() }),
};

/** How many rows of history each day has; days without any are left out. */
export async function listDayCounts(clickhouse: ClickHouse, range: DayRange): Promise<{ day: string; rows: number }[]> {
  return await clickhouse.query(listCounts, toParams(range));
}

function toParams({ projectId, from, to }: DayRange): z.output<typeof RangeParams> {
  return { project_id: projectId, from, to };
}

const PROJECTS_MAX = 10_000;

/** Projects with a day before `before` whose stored totals do not match its rows. */
const listStale = {
  name: 'rankings-list-stale-projects',
  sql: `
select distinct project_id as projectId
from (
  select project_id, day, sum(history_rows) as rows, argMax(source_rows, computed_at) as kept_rows, max(is_kept) as was_kept
  from (
    select project_id, check_date as day, count() as history_rows, toUInt64(0) as source_rows, toDateTime64(0, 3, 'UTC') as computed_at, 0 as is_kept
    from ranking_history
    group by project_id, check_date
    union all
    select project_id, day, 0, source_rows, computed_at, 1
    from ranking_days
  )
  where day < {before:Date}
  group by project_id, day
)
where was_kept = 0 or rows != kept_rows
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

/** A row of `ranking_days`. */
export function toStoredRow(projectId: string, { day, sourceRows, totals }: StoredDay, computedAt: Date): object {
  return { project_id: projectId, day, source_rows: sourceRows, sums: packTotals(totals), computed_at: toUtcText(computedAt) };
}

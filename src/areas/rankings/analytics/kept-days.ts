import { z } from 'zod';
import { toUtcText } from '#kernel/clock.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { SUM_COLUMNS, SUM_NAMES, type DaySums, type DaySumsByPage, type SumName } from '../day-sums.ts';
import { RELATIONSHIPS } from '../vocabulary.ts';
import { ON_PAGES, PageParams, pageParams, type PageFilter } from './page-filter.ts';

const ROWS_MAX = 100_000;

const Row = z.object({
  day: z.string(),
  domain: z.string(),
  assetId: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  ...(Object.fromEntries(SUM_NAMES.map((name) => [name, z.number()])) as Record<SumName, z.ZodNumber>),
});

/** What was worked out when the days were over; of several computations of a day the newest. */
const listKeptSums = {
  name: 'rankings-list-kept-sums',
  sql: `
select day, domain, max(asset_id) as assetId, max(relationship) as relationship,
  ${SUM_NAMES.map((name) => `sum(${SUM_COLUMNS[name]}) as ${name}`).join(', ')}
from ranking_days
where project_id = {project_id:String} and day between {from:Date} and {to:Date} and domain != '*'
  and (day, computed_at) in (
    select day, max(computed_at)
    from ranking_days
    where project_id = {project_id:String} and day between {from:Date} and {to:Date} and domain = '*'
    group by day)
  ${ON_PAGES}
group by day, domain
order by day, domain
limit ${ROWS_MAX}`,
  params: PageParams,
  row: Row,
};

/** What was kept of days, by domain. */
export async function listKeptDaySums(clickhouse: ClickHouse, filter: PageFilter): Promise<DaySums[]> {
  return await clickhouse.query(listKeptSums, pageParams(filter));
}

const DayCount = z.object({ day: z.string(), rows: z.number(), keptRows: z.number(), isKept: z.number() });

/** How many rows of history each day has, and from how many it was worked out; days with neither are left out. */
const listCounts = {
  name: 'rankings-list-day-counts',
  sql: `
select day, sum(history_rows) as rows, argMax(source_rows, computed_at) as keptRows, max(is_kept) as isKept
from (
  select check_date as day, count() as history_rows, toUInt64(0) as source_rows, toDateTime64(0, 3, 'UTC') as computed_at, 0 as is_kept
  from ranking_history
  where project_id = {project_id:String} and check_date between {from:Date} and {to:Date}
  group by check_date
  union all
  select day, 0, source_rows, computed_at, 1
  from ranking_days
  where project_id = {project_id:String} and day between {from:Date} and {to:Date} and domain = '*'
)
group by day
order by day
limit ${ROWS_MAX}`,
  params: z.object({ project_id: z.string(), from: z.string(), to: z.string() }),
  row: DayCount,
};

export interface DayCounts {
  readonly day: string;
  /** Rows of history with this date. */
  readonly rows: number;
  /** Undefined: the day was not worked out yet. */
  readonly keptRows: number | undefined;
}

export async function listDayCounts(
  clickhouse: ClickHouse,
  { projectId, from, to }: Pick<PageFilter, 'projectId' | 'from' | 'to'>,
): Promise<DayCounts[]> {
  const rows = await clickhouse.query(listCounts, { project_id: projectId, from, to });
  return rows.map(({ day, rows: count, keptRows, isKept }) => ({ day, rows: count, keptRows: isKept === 1 ? keptRows : undefined }));
}

const PROJECTS_MAX = 10_000;

/** Projects with a day before `to` whose sums are not those of its rows. */
const listStale = {
  name: 'rankings-list-stale-projects',
  sql: `
select distinct project_id as projectId
from (
  select project_id, day, sum(history_rows) as rows, argMax(source_rows, computed_at) as kept_rows, max(is_kept) as is_kept
  from (
    select project_id, check_date as day, count() as history_rows, toUInt64(0) as source_rows, toDateTime64(0, 3, 'UTC') as computed_at, 0 as is_kept
    from ranking_history
    group by project_id, check_date
    union all
    select project_id, day, 0, source_rows, computed_at, 1
    from ranking_days
    where domain = '*'
  )
  where day < {before:Date}
  group by project_id, day
)
where is_kept = 0 or rows != kept_rows
order by projectId
limit ${PROJECTS_MAX}`,
  params: z.object({ before: z.string() }),
  row: z.object({ projectId: z.string() }),
};

/** Projects that have a day before this one which was not worked out, or from other rows than there are now. */
export async function listStaleProjects(clickhouse: ClickHouse, before: string): Promise<string[]> {
  const rows = await clickhouse.query(listStale, { before });
  return rows.map(({ projectId }) => projectId);
}

/** The rows of `ranking_days` for days that were worked out; those that say so come last. */
export function toKeptRows(
  { projectId, days, computedAt }: { readonly projectId: string; readonly days: readonly DayCounts[]; readonly computedAt: Date },
  sums: readonly DaySumsByPage[],
): object[] {
  const shared = { project_id: projectId, computed_at: toUtcText(computedAt) };
  return [
    ...sums.map((one) => ({
      ...shared,
      day: one.day,
      domain: one.domain,
      channel: one.channel,
      engine: one.engine,
      device: one.device,
      location_code: one.locationCode,
      asset_id: one.assetId,
      relationship: one.relationship,
      ...Object.fromEntries(SUM_NAMES.map((name) => [SUM_COLUMNS[name], one[name]])),
    })),
    ...days.map(({ day, rows }) => ({ ...shared, day, domain: '*', source_rows: rows })),
  ];
}

import { z } from 'zod';
import type { PositionScale, VoiceCurve } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const DAYS_MAX = 100_000;
const PROJECTS_MAX = 10_000;

/** What the days of a project are counted by. */
export interface Measure {
  readonly scale: PositionScale;
  /** What the voice of places is weighed by; null: the fixed curve. */
  readonly curve: VoiceCurve | null;
}

/** Days of a project, both included, counted by the measure. */
export interface DayRange extends Measure {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

/** What stored totals stand under in `ranking_days.scale`: the scale, with the own curve after it where there is one. */
export function toStoredScale({ scale, curve }: Measure): string {
  return curve === null ? scale : `${scale} ${curve.id}`;
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

/** Both tables in one question, because asking takes longer than answering; put together in Node for the same reason. */
const listDays = {
  name: 'rankings-list-kept-days',
  sql: `
select day, null as rows, source_rows as storedRows, sums
from ranking_days final
where project_id = {project_id:String} and scale = {scale:String} and day between {from:Date} and {to:Date}
union all
select check_date, count(), null, '[]'
from ranking_history
where project_id = {project_id:String} and check_date between {from:Date} and {to:Date}
group by check_date
limit ${DAYS_MAX}`,
  params: z.object({ project_id: z.string(), scale: z.string(), from: z.string(), to: z.string() }),
  row: z.object({ day: z.string(), rows: z.number().nullable(), storedRows: z.number().nullable(), sums: z.string() }),
};

/** Days that have history or stored totals, oldest first. */
export async function listStoredDays(clickhouse: ClickHouse, { projectId, from, to, ...measure }: DayRange): Promise<StoredDay[]> {
  const byDay = new Map<string, StoredDay>();
  for (const row of await clickhouse.query(listDays, { project_id: projectId, scale: toStoredScale(measure), from, to })) {
    const known = byDay.get(row.day);
    byDay.set(row.day, {
      day: row.day,
      rows: row.rows ?? known?.rows ?? 0,
      storedRows: row.storedRows ?? known?.storedRows ?? null,
      sums: row.storedRows === null ? (known?.sums ?? '[]') : row.sums,
    });
  }
  return [...byDay.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Rows of history are only ever added, so stored totals are current while both counts are equal. */
const listStale = {
  name: 'rankings-list-stale-projects',
  sql: `
select distinct project_id as projectId
from (
  select project_id, check_date as day, count() as rows, null as organic_rows, null as page_rows
  from ranking_history where check_date < {before:Date} group by project_id, check_date
  union all
  select project_id, day, 0, if(scale = 'organic', source_rows, null), if(scale = 'page', source_rows, null)
  from ranking_days final where day < {before:Date}
)
group by project_id, day
having ifNull(max(organic_rows) != sum(rows), true) or ifNull(max(page_rows) != sum(rows), true)
order by projectId
limit ${PROJECTS_MAX}`,
  params: z.object({ before: z.string() }),
  row: z.object({ projectId: z.string() }),
};

/** Projects with a day before `before` without totals of one of the scales, or with totals of other rows than there are now. */
export async function listStaleProjects(clickhouse: ClickHouse, before: string): Promise<string[]> {
  const rows = await clickhouse.query(listStale, { before });
  return rows.map(({ projectId }) => projectId);
}

const PROJECT_ID = /^[\w-]+$/u;
const CURVE_ID = /^vcv_[0-9a-z]+$/u;

/** Removes totals by own curves that the project weighs by no more. */
export async function dropOtherCurves(clickhouse: ClickHouse, projectId: string, curve: VoiceCurve | null): Promise<void> {
  if (!PROJECT_ID.test(projectId) || (curve !== null && !CURVE_ID.test(curve.id))) throw new Error(`${projectId} is no id of a project`);
  const kept = curve === null ? '' : ` and not endsWith(scale, ' ${curve.id}')`;
  await clickhouse.command(
    `alter table ranking_days delete where project_id = '${projectId}' and position(scale, ' ') > 0${kept} settings mutations_sync = 1`,
  );
}

import { z } from 'zod';
import type { Project } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { toStoredScale, type Measure } from '../../daily-totals/analytics/stored-days.ts';

/** Days of several projects, both included, each counted by its own measure. */
export interface ProjectsRange {
  readonly projects: readonly Pick<Project, 'id' | 'positionScale' | 'voiceCurve'>[];
  readonly from: string;
  readonly to: string;
}

export function toMeasure({ positionScale, voiceCurve }: Pick<Project, 'positionScale' | 'voiceCurve'>): Measure {
  return { scale: positionScale, curve: voiceCurve };
}

/** What is stored of the days of a project. */
export interface StoredOwnDays {
  readonly projectId: string;
  /** The first day whose stored totals are missing or were computed from other rows; null: none. */
  readonly staleDay: string | null;
  /** The last day with stored totals; null: none has any. */
  readonly storedUntil: string | null;
  /** Rows of history in the range. */
  readonly rows: number;
  /** `[day, sums]` of each day with stored totals: those of the own sites in organic results alone, most of the text left out. */
  readonly days: readonly (readonly [string, string])[];
}

const listOwnDays = {
  name: 'rankings-list-own-days',
  sql: `
with
  each_day as (
    select project_id, day, sum(day_rows) as found_rows, max(source_rows) as stored_rows, max(day_sums) as sums
    from (
      select project_id, day, 0 as day_rows, toNullable(source_rows) as source_rows, sums as day_sums
      from ranking_days final
      where (project_id, scale) in arrayZip({project_ids:Array(String)}, {scales:Array(String)}) and day between {from:Date} and {to:Date}
      union all
      select project_id, check_date, count(), null, ''
      from ranking_history
      where project_id in {project_ids:Array(String)} and check_date between {from:Date} and {to:Date}
      group by project_id, check_date
    )
    group by project_id, day
  )
select project_id as projectId,
  minOrNullIf(day, stored_rows is null or stored_rows != found_rows) as staleDay,
  maxOrNullIf(day, stored_rows is not null) as storedUntil,
  sum(found_rows) as rows,
  toJSONString(arraySort(groupArrayIf(
    (day, concat('[', arrayStringConcat(arrayFilter(row -> startsWith(row, '["","seo",'), JSONExtractArrayRaw(sums)), ','), ']')),
    stored_rows is not null))) as days
from each_day
group by project_id
order by project_id`,
  params: z.object({ project_ids: z.array(z.string()), scales: z.array(z.string()), from: z.string(), to: z.string() }),
  row: z.object({
    projectId: z.string(),
    staleDay: z.string().nullable(),
    storedUntil: z.string().nullable(),
    rows: z.number(),
    days: z.string(),
  }),
};

/** Projects without history and without stored totals in the range are left out. */
export async function listStoredOwnDays(clickhouse: ClickHouse, { projects, from, to }: ProjectsRange): Promise<StoredOwnDays[]> {
  if (projects.length === 0) return [];
  const rows = await clickhouse.query(listOwnDays, {
    project_ids: projects.map(({ id }) => id),
    scales: projects.map((project) => toStoredScale(toMeasure(project))),
    from,
    to,
  });
  return rows.map((row) => ({ ...row, days: JSON.parse(row.days) as StoredOwnDays['days'] }));
}

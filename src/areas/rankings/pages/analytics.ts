import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { OWN_ROWS, OwnParams, PROJECT_DAY, toParams, type OwnSites } from '../grid/analytics.ts';
import { READING_COLUMNS, ReadingTuple, toReading, type CheckReading } from '../check-reading.ts';
import { POSITION_COLUMN } from '../scale.ts';
import { toTrackedKey, type Span } from '../grid/grid.ts';

/** Twenty thousand keywords with ten pages each. */
const ROWS_MAX = 200_000;

/** A page that was a tracked keyword's best one on some days. */
export interface PageDays {
  /** Empty: the days on which no own page was found. */
  readonly page: string;
  readonly days: number;
  /** In the project's scale; 0 where none was found. */
  readonly best: number;
  readonly lastDay: string;
  /** On the last of these days, in the project's scale, and in both. */
  readonly position: number;
  readonly rankGroup: number | null;
  readonly rankAbsolute: number | null;
  /** How the check of that day was read. */
  readonly reading: CheckReading;
}

/** The best own page of each project day with a good check, put together by page. */
const toQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-page-days',
  sql: `
with
  checks as (
    select keyword_id, engine, channel, domain, ${PROJECT_DAY} as day,
      argMax((ifNull(${POSITION_COLUMN[scale]}, 0), url, (${READING_COLUMNS}), rank_group, position), (check_ts, recomputed_at)) as newest
    from ranking_history
    where ${OWN_ROWS} and status != 'failed'
    group by keyword_id, engine, channel, domain, day
    having day between {since:Date} and {until:Date}
  ),
  days as (
    select keyword_id, engine, channel, day, argMin(newest, if(newest.1 = 0, 65535, newest.1)) as best
    from checks
    group by keyword_id, engine, channel, day
  )
select keyword_id, engine, channel, best.2 as page, count() as days, min(best.1) as best_position, max(day) as last_day, argMax(best.1, day) as newest_position,
  argMax(best.3, day) as reading, argMax(tuple(best.4), day).1 as rank_group, argMax(tuple(best.5), day).1 as rank_absolute
from days
group by keyword_id, engine, channel, page
order by keyword_id, engine, channel, last_day desc, page
limit ${ROWS_MAX}`,
  params: OwnParams,
  row: z.object({
    keyword_id: z.string(),
    engine: z.string(),
    channel: z.string(),
    page: z.string(),
    days: z.number(),
    best_position: z.number(),
    last_day: z.string(),
    newest_position: z.number(),
    reading: ReadingTuple,
    rank_group: z.number().nullable(),
    rank_absolute: z.number().nullable(),
  }),
});

/** The pages of each tracked keyword within a span, by its key, the one of the newest good check first. */
export async function listPageDays(
  clickhouse: ClickHouse,
  sites: OwnSites,
  { from, to }: Span,
): Promise<ReadonlyMap<string, readonly PageDays[]>> {
  const rows = await clickhouse.query(toQuestion(sites.scale), toParams(sites, from, to));
  const found = new Map<string, PageDays[]>();
  for (const row of rows) {
    const key = toTrackedKey(row.keyword_id, row.engine, row.channel);
    const page = {
      page: row.page,
      days: row.days,
      best: row.best_position,
      lastDay: row.last_day,
      position: row.newest_position,
      rankGroup: row.rank_group,
      rankAbsolute: row.rank_absolute,
      reading: toReading(row.reading),
    };
    const known = found.get(key);
    if (known === undefined) found.set(key, [page]);
    else known.push(page);
  }
  return found;
}

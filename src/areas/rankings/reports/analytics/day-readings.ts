import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { READING_COLUMNS, ReadingTuple, toReading, type CheckReading } from '../../check-reading.ts';
import { PLACE_COLUMN } from '../../scale.ts';
import { VALIDITY_DAYS_MAX } from '../../daily-totals/validity-days.ts';

/** The checks that stand on a day, of the best own site of each keyword and result page. */
const toQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-day-readings',
  sql: `
with
  checks as (
    select keyword_id, engine, channel, domain, check_date + stands_days > {day:Date} as is_valid, ifNull(${PLACE_COLUMN[scale]}, 0) as place,
      (${READING_COLUMNS}) as reading
    from ranking_history
    where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)} and relationship = 'MINE' and status != 'failed'
      and check_date between {since:Date} and {day:Date}
    order by check_date desc, check_ts desc, recomputed_at desc
    limit 1 by keyword_id, engine, channel, domain
  )
select keyword_id as keywordId, engine, channel, argMin(reading, (if(place = 0, 65535, place), domain)) as reading
from checks
where is_valid
group by keyword_id, engine, channel
order by keyword_id, engine, channel`,
  params: z.object({ project_id: z.string(), keyword_ids: z.array(z.string()), day: z.string(), since: z.string() }),
  row: z.object({ keywordId: z.string(), engine: z.string(), channel: z.string(), reading: ReadingTuple }),
});

export interface DayReadingsQuestion {
  readonly projectId: string;
  readonly scale: PositionScale;
  /** At most some hundreds. */
  readonly keywordIds: readonly string[];
  /** `YYYY-MM-DD` */
  readonly day: string;
}

/** A keyword on one result page. */
interface OnePage {
  readonly keywordId: string;
  readonly engine: string;
  readonly channel: string;
}

/** How the outcomes that are valid on a day were read, those of the best own sites. @returns how the outcome of one page was */
export async function listDayReadings(
  clickhouse: ClickHouse,
  { projectId, scale, keywordIds, day }: DayReadingsQuestion,
): Promise<(page: OnePage) => CheckReading | undefined> {
  if (keywordIds.length === 0) return () => undefined;
  const rows = await clickhouse.query(toQuestion(scale), {
    project_id: projectId,
    keyword_ids: [...keywordIds],
    day,
    since: addDays(day, 1 - VALIDITY_DAYS_MAX),
  });
  const known = new Map(rows.map((row) => [toKey(row), toReading(row.reading)]));
  return (page) => known.get(toKey(page));
}

function toKey({ keywordId, engine, channel }: OnePage): string {
  return `${keywordId} ${engine} ${channel}`;
}

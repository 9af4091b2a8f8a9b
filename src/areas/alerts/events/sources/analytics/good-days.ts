import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const ROWS_MAX = 20_000;

const goodDays = {
  name: 'alerts-list-good-days',
  sql: `
select keyword_id as keywordId, engine, channel, arraySort(groupUniqArray(toString(toDate(check_ts, {time_zone:String})))) as days
from ranking_history
where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)} and status != 'failed'
  and check_date between {from:Date} - 1 and {to:Date} + 1
group by keyword_id, engine, channel
order by keyword_id, engine, channel
limit ${ROWS_MAX}`,
  params: z.object({ project_id: z.string(), time_zone: z.string(), keyword_ids: z.array(z.string()), from: z.string(), to: z.string() }),
  row: z.object({ keywordId: z.string(), engine: z.string(), channel: z.string(), days: z.array(z.string()) }),
};

export type GoodDays = z.output<typeof goodDays.row>;

export interface GoodDaysQuestion {
  readonly projectId: string;
  readonly timeZone: string;
  readonly keywordIds: readonly string[];
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

/** The days, in the time zone, on which keywords were checked well, oldest first. At most 1,000 keywords: a value has a length. */
export async function listGoodDays(
  clickhouse: ClickHouse,
  { projectId, timeZone, keywordIds, from, to }: GoodDaysQuestion,
): Promise<GoodDays[]> {
  return await clickhouse.query(goodDays, { project_id: projectId, time_zone: timeZone, keyword_ids: [...keywordIds], from, to });
}

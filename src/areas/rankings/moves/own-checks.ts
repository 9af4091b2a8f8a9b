import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { READING_COLUMNS, ReadingTuple, toReading, type CheckReading } from '../check-reading.ts';
import { toTrackedKey } from '../grid/grid.ts';
import { POSITION_COLUMN } from '../scale.ts';

/** A good check of a keyword on one result page, with the best own site of it. */
export interface OwnCheck {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly runId: string;
  /** In the scale that is asked for; null: not found. */
  readonly position: number | null;
  readonly reading: CheckReading;
}

/** Forty keywords of two years with some own sites each. */
const CHECKS_MAX = 100_000;

const toQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-own-checks',
  sql: `
with
  checks as (
    select keyword_id, engine, channel, domain, check_date as date, run_id, ifNull(${POSITION_COLUMN[scale]}, 0) as scaled, (${READING_COLUMNS}) as reading
    from ranking_history
    where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)} and relationship = 'MINE' and status != 'failed'
      and check_date between {from:Date} and {to:Date}
    order by check_ts desc, recomputed_at desc
    limit 1 by keyword_id, engine, channel, domain, date
  )
select keyword_id as keywordId, engine, channel, date, argMin((run_id, scaled, reading), (if(scaled = 0, 65535, scaled), domain)) as best
from checks
group by keyword_id, engine, channel, date
order by keyword_id, engine, channel, date
limit ${CHECKS_MAX}`,
  params: z.object({ project_id: z.string(), keyword_ids: z.array(z.string()), from: z.string(), to: z.string() }),
  row: z.object({
    keywordId: z.string(),
    engine: z.string(),
    channel: z.string(),
    date: z.string(),
    best: z.tuple([z.string(), z.number(), ReadingTuple]),
  }),
});

interface OwnChecksQuestion {
  readonly projectId: string;
  readonly scale: PositionScale;
  /** At most some hundreds. */
  readonly keywordIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** The last good check of each day of some keywords, oldest first, by tracked key. */
export async function listOwnChecks(
  clickhouse: ClickHouse,
  { projectId, scale, keywordIds, from, to }: OwnChecksQuestion,
): Promise<ReadonlyMap<string, readonly OwnCheck[]>> {
  if (keywordIds.length === 0) return new Map();
  const rows = await clickhouse.query(toQuestion(scale), { project_id: projectId, keyword_ids: [...keywordIds], from, to });
  const checks = rows.map(({ keywordId, engine, channel, date, best: [runId, position, reading] }) => ({
    key: toTrackedKey(keywordId, engine, channel),
    check: { date, runId, position: position || null, reading: toReading(reading) },
  }));
  const byKey = Map.groupBy(checks, ({ key }) => key);
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ check }) => check)]));
}

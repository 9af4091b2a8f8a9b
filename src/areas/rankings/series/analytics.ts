import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import type { PositionScale } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { DOMAIN_ROWS, OWN_ROWS, OwnParams, PROJECT_DAY, toParams, type DayCodesInput } from '../grid/analytics.ts';
import { OVERVIEW, toOverviewStanding } from '../ai-overview.ts';
import type { OverviewStanding } from '../vocabulary.ts';
import { READING_COLUMNS, ReadingTuple, toReading, type CheckReading } from '../check-reading.ts';
import { POSITION_COLUMN } from '../scale.ts';
import { toTrackedKey } from '../grid/grid.ts';

/** A hundred rows of four hundred days. */
const CHECKS_MAX = 40_000;

/** The newest good check of a day. */
export interface DayCheck {
  /** Page of the best position; null: not found. */
  readonly page: string | null;
  readonly reading: CheckReading;
  /** Of the organic page: whether its AI overview cites one of the sites of the row, and where. */
  readonly overview: { readonly standing: OverviewStanding; readonly place: number | null } | null;
}

/** The good check of each day, by the key of a row and the index of the day among the days asked for. */
export async function listDayChecks(
  clickhouse: ClickHouse,
  input: DayCodesInput,
): Promise<ReadonlyMap<string, ReadonlyMap<number, DayCheck>>> {
  const { days, to, keywordIds = [], domains } = input;
  const first = addDays(to, 1 - days);
  const rows = await clickhouse.query(toQuestion(input.scale, domains !== undefined), {
    ...toParams(input, first, to),
    keyword_ids: [...keywordIds],
    ...(domains === undefined ? {} : { domains: [...domains] }),
  });
  const checks = new Map<string, Map<number, DayCheck>>();
  for (const { keyword_id: keywordId, engine, channel, line, at, page, reading, cited } of rows) {
    const key = `${toTrackedKey(keywordId, engine, channel)}${line === '' ? '' : ` ${line}`}`;
    const check = { page: page || null, reading: toReading(reading), overview: channel === 'seo' ? toOverview(cited) : null };
    const known = checks.get(key);
    if (known === undefined) checks.set(key, new Map([[at, check]]));
    else known.set(at, check);
  }
  return checks;
}

/** The place among the references of the AI overview; 0: not cited. Negative: it was not loaded, or there was none. */
const [NOT_LOADED, NOT_SHOWN] = [-1, -2];
const CITED = `toInt32(ifNull(cited_place, if(has(serp_features, '${OVERVIEW}'), ${NOT_LOADED}, ${NOT_SHOWN})))`;

function toOverview(cited: number): DayCheck['overview'] {
  const features = cited === NOT_SHOWN ? [] : [OVERVIEW];
  const citedPlace = cited < 0 ? null : cited;
  return { standing: toOverviewStanding({ features, citedPlace }), place: citedPlace || null };
}

function toQuestion(scale: PositionScale, isByDomain: boolean) {
  return {
    name: 'rankings-list-day-checks',
    sql: `
with checks as (
  select keyword_id, engine, channel, domain, ${PROJECT_DAY} as day,
    argMax((ifNull(${POSITION_COLUMN[scale]}, 0), url, (${READING_COLUMNS}), ${CITED}), (check_ts, recomputed_at)) as newest
  from ranking_history
  where ${isByDomain ? DOMAIN_ROWS : OWN_ROWS} and keyword_id in {keyword_ids:Array(String)} and status != 'failed'
  group by keyword_id, engine, channel, domain, day
  having day between {since:Date} and {until:Date}
)
select keyword_id, engine, channel, line, at, if(best.1 = 0, '', best.2) as page, best.3 as reading, cited
from (
  select keyword_id, engine, channel, ${isByDomain ? 'domain' : `''`} as line, day - {since:Date} as at,
    argMin(newest, if(newest.1 = 0, 65535, newest.1)) as best,
    if(countIf(newest.4 > 0) > 0, minIf(newest.4, newest.4 > 0), max(newest.4)) as cited
  from checks
  group by keyword_id, engine, channel, line, at
)
order by keyword_id, engine, channel, line, at
limit ${CHECKS_MAX}`,
    params: OwnParams.extend({ keyword_ids: z.array(z.string()), domains: z.array(z.string()).optional() }),
    row: z.object({
      keyword_id: z.string(),
      engine: z.string(),
      channel: z.string(),
      line: z.string(),
      at: z.number(),
      page: z.string(),
      reading: ReadingTuple,
      cited: z.number(),
    }),
  };
}

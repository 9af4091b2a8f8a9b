import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { DOMAIN_ROWS, OWN_ROWS, OwnParams, PROJECT_DAY, toParams, type DayCodesInput } from '../grid/analytics.ts';
import { toTrackedKey } from '../grid/grid.ts';

/** Fifty rows of four hundred days. */
const PAGES_MAX = 20_000;

/** The page of the best place on each day, by the key of a row and the place of the day among the days asked for. */
export async function listDayPages(
  clickhouse: ClickHouse,
  input: DayCodesInput,
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const { days, to, keywordIds = [], domains } = input;
  const first = addDays(to, 1 - days);
  const rows = await clickhouse.query(toQuestion(domains !== undefined), {
    ...toParams(input, first, to),
    keyword_ids: [...keywordIds],
    ...(domains === undefined ? {} : { domains: [...domains] }),
  });
  const pages = new Map<string, Map<number, string>>();
  for (const { keyword_id: keywordId, engine, channel, line, at, page } of rows) {
    const key = `${toTrackedKey(keywordId, engine, channel)}${line === '' ? '' : ` ${line}`}`;
    const known = pages.get(key);
    if (known === undefined) pages.set(key, new Map([[at, page]]));
    else known.set(at, page);
  }
  return pages;
}

function toQuestion(isByDomain: boolean) {
  return {
    name: 'rankings-list-day-pages',
    sql: `
with checks as (
  select keyword_id, engine, channel, domain, ${PROJECT_DAY} as day,
    argMax((ifNull(position, 0), url), (check_ts, recomputed_at)) as newest
  from ranking_history
  where ${isByDomain ? DOMAIN_ROWS : OWN_ROWS} and keyword_id in {keyword_ids:Array(String)} and status != 'failed'
  group by keyword_id, engine, channel, domain, day
  having day between {since:Date} and {until:Date}
)
select keyword_id, engine, channel, ${isByDomain ? 'domain' : `''`} as line, day - {since:Date} as at, argMin(newest.2, newest.1) as page
from checks
where newest.1 > 0 and newest.2 != ''
group by keyword_id, engine, channel, line, at
order by keyword_id, engine, channel, line, at
limit ${PAGES_MAX}`,
    params: OwnParams.extend({ keyword_ids: z.array(z.string()), domains: z.array(z.string()).optional() }),
    row: z.object({ keyword_id: z.string(), engine: z.string(), channel: z.string(), line: z.string(), at: z.number(), page: z.string() }),
  };
}

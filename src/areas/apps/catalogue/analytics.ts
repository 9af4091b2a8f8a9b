import { z } from 'zod';
import type { Page } from '#kernel/lists.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Market } from '../records/index.ts';
import type { AppKey } from './app-key.ts';
import type { DayRange } from './store/history.ts';
import type { ListFilter } from './store/rankings.ts';

/** 200 apps on a dozen lists: a bound, not a page. */
const SERIES_MAX = 100_000;

const Params = z.object({
  platform: z.string(),
  storefront: z.string(),
  app_ids: z.array(z.string()),
  category_id: z.string(),
  chart: z.string(),
  device: z.string(),
  from: z.string(),
  to: z.string(),
});

/** Readings of lists in the range. */
const CONDITION = `platform = {platform:String} and storefront = {storefront:String} and app_id in {app_ids:Array(String)} and category_id != ''
  and ({category_id:String} = '' or category_id = {category_id:String}) and ({chart:String} = '' or chart = {chart:String})
  and ({device:String} = '' or device = {device:String})
  and captured_at >= toDateTime64({from:Date}, 3, 'UTC') and captured_at < toDateTime64({to:Date} + 1, 3, 'UTC')`;

/** When a list was read several times on one day, the last reading counts. */
const POSITIONS = `
with positions as (
  select app_id, category_id, chart, device, toDate(captured_at) as day, argMax(assumeNotNull(rank), captured_at) as position,
    max(captured_at) as read_at
  from app_analytics
  where ${CONDITION}
  group by app_id, category_id, chart, device, day
)`;

const seriesQuestion = {
  name: 'apps-list-rank-series',
  // Grouped by list alone, which is the order of the table: grouping by day as well takes three times as long.
  sql: `
with arraySort(groupArray((captured_at, assumeNotNull(rank)))) as readings
select app_id as appId, category_id as categoryId, chart, device, arrayMap(at -> toUInt16(toDate(at)), readings.1) as days, readings.2 as ranks
from app_analytics
where ${CONDITION}
group by app_id, category_id, chart, device
order by appId, categoryId, chart, device
limit ${SERIES_MAX}`,
  params: Params,
  row: z.object({
    appId: z.string(),
    categoryId: z.string(),
    chart: z.string(),
    device: z.enum(['phone', 'tablet']),
    days: z.array(z.number()),
    ranks: z.array(z.number()),
  }),
};

/** The daily positions of one app on one list. */
export interface RankSeries {
  readonly appId: string;
  readonly categoryId: string;
  readonly chart: string;
  readonly device: 'phone' | 'tablet';
  /** Days since 1970 on which the app stood on the list, the oldest first. */
  readonly days: readonly number[];
  /** Its position on each of them. */
  readonly ranks: readonly number[];
}

export interface SeriesQuestion extends Market, ListFilter, DayRange {
  readonly appIds: readonly string[];
}

/** The daily positions of many apps, one series for each app and list. Of several readings on a day the last counts. */
export async function listRankSeries(clickhouse: ClickHouse, question: SeriesQuestion): Promise<RankSeries[]> {
  const rows = await clickhouse.query(seriesQuestion, toParams(question));
  return rows.map(keepLastOfDay);
}

function keepLastOfDay({ days, ranks, ...list }: RankSeries): RankSeries {
  const isLast = (at: number): boolean => days[at] !== days[at + 1];
  if (days.every((_, at) => isLast(at))) return { ...list, days, ranks };
  return { ...list, days: days.filter((_, at) => isLast(at)), ranks: ranks.filter((_, at) => isLast(at)) };
}

const DailyRow = z.object({
  categoryId: z.string(),
  chart: z.string(),
  device: z.enum(['phone', 'tablet']),
  day: z.string(),
  rank: z.number(),
  previousRank: z.number().nullable(),
  scrapedAt: z.coerce.date(),
});
export type DailyRank = z.output<typeof DailyRow>;

const dailyQuestion = {
  name: 'apps-list-daily-ranks',
  sql: `${POSITIONS}
select category_id as categoryId, chart, device, toString(day) as day, position as rank,
  lagInFrame(toNullable(position)) over (partition by category_id, chart, device order by positions.day) as previousRank, read_at as scrapedAt
from positions
order by day desc, rank, categoryId, chart, device
limit {limit:UInt32} offset {offset:UInt32}`,
  params: Params.extend({ limit: z.number(), offset: z.number() }),
  row: DailyRow,
};

const countQuestion = {
  name: 'apps-count-daily-ranks',
  sql: `${POSITIONS} select count() as total from positions`,
  params: Params,
  row: z.object({ total: z.number() }),
};

/** The daily positions of one app, the newest day first; `previousRank` is that of the newest earlier day of the range. */
export async function listDailyRanks(
  clickhouse: ClickHouse,
  { appId, limit, offset, ...question }: AppKey & ListFilter & DayRange & Page,
): Promise<{ ranks: DailyRank[]; total: number }> {
  const params = toParams({ ...question, appIds: [appId] });
  const [ranks, [count]] = await Promise.all([
    clickhouse.query(dailyQuestion, { ...params, limit, offset }),
    clickhouse.query(countQuestion, params),
  ]);
  return { ranks, total: count?.total ?? 0 };
}

const bestQuestion = {
  name: 'apps-list-best-daily-ranks',
  sql: `${POSITIONS}
select toString(day) as day, min(position) as rank from positions
where chart not in ('grouping', 'room', 'story', 'hero')
group by positions.day order by day`,
  params: Params,
  row: z.object({ day: z.string(), rank: z.number() }),
};

/** The best position of an app on any chart, day by day, the oldest first. Editorial lists are no charts. */
export async function listBestRanks(
  clickhouse: ClickHouse,
  { appId, ...question }: AppKey & ListFilter & DayRange,
): Promise<{ day: string; rank: number }[]> {
  return await clickhouse.query(bestQuestion, toParams({ ...question, appIds: [appId] }));
}

function toParams({ platform, storefront, appIds, categoryId, chart, device, from, to }: SeriesQuestion): z.output<typeof Params> {
  return {
    platform,
    storefront,
    app_ids: [...appIds],
    category_id: categoryId ?? '',
    chart: chart ?? '',
    device: device ?? '',
    from,
    to,
  };
}

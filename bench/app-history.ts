import { z } from 'zod';
import { listRankSeries } from '#areas/apps/catalogue/analytics.ts';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { startBenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { timePairs } from './support/measure.ts';
import { awaitMerges } from './support/merges.ts';

/** Of one store, each on the chart of the whole store and on that of its category. */
const APPS = 5_000;
const CHARTS = ['36', '6000'] as const;
const READ_APPS = 200;
const DAYS = 365;
const MARKET = { platform: 'store_a', storefront: 'us' } as const;
const ROUNDS = 21;
const TIMES_MAX = 3;

/** The bound finds the rows of the same apps, chart and days by the index and counts them: it ships no row. */
export const appHistory: Bench = {
  name: 'app-history',
  summary: `a year of daily ranks of ${READ_APPS} apps among ${APPS}, against SELECT count() over the same range`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const { clickhouse, clock } = bench.app.context;
      const to = toDay(clock.now());
      const from = addDays(to, 1 - DAYS);
      await generate(clickhouse, from);
      await awaitMerges(clickhouse);
      // Not neighbours in the order of the table.
      const appIds = Array.from({ length: READ_APPS }, (_, at) => String(1_000_000 + at * (APPS / READ_APPS)));
      const question = { ...MARKET, appIds, categoryId: CHARTS[1], chart: 'top-free', device: 'phone', from, to } as const;
      const times = await timePairs(
        ROUNDS,
        async () => {
          const series = await listRankSeries(clickhouse, question);
          expect(series.reduce((sum, { days }) => sum + days.length, 0));
        },
        async () => {
          const params = { app_ids: appIds, category_id: question.categoryId, from, to };
          const [row] = await clickhouse.query(countPlaces, params);
          expect(row?.rows);
        },
      );
      return {
        rows: [
          { figure: 'times the count', value: 1 / times.speedRatio, unit: 'x', bound: { atMost: TIMES_MAX } },
          { figure: 'the series', value: times.oursMs, unit: 'ms' },
          { figure: 'the count', value: times.boundMs, unit: 'ms' },
        ],
        notes: [`${READ_APPS * DAYS} places are read, among ${APPS * DAYS * CHARTS.length}.`],
      };
    } finally {
      await bench.stop();
    }
  },
};

function expect(rows: number | undefined): void {
  if (rows !== READ_APPS * DAYS) throw new Error(`${rows} places were read, and there are ${READ_APPS * DAYS}`);
}

const countPlaces = {
  name: 'bench-count-places',
  sql: `
select count() as rows from app_analytics
where platform = '${MARKET.platform}' and storefront = '${MARKET.storefront}' and app_id in {app_ids:Array(String)}
  and category_id = {category_id:String} and captured_at >= {from:Date} and captured_at < {to:Date} + 1`,
  params: z.object({ app_ids: z.array(z.string()), category_id: z.string(), from: z.string(), to: z.string() }),
  row: z.object({ rows: z.number() }),
};

/** As daily readings would have left it: a place on both charts each day, and a rating. */
async function generate(clickhouse: ClickHouse, from: string): Promise<void> {
  await clickhouse.command(`
    insert into app_analytics (app_id, platform, storefront, category_id, chart, device, rank, shelf_name, captured_at)
    with number % ${CHARTS.length} as list, intDiv(number, ${CHARTS.length}) % ${APPS} as app, intDiv(number, ${CHARTS.length * APPS}) as age
    select toString(1000000 + app), '${MARKET.platform}', '${MARKET.storefront}', ['${CHARTS.join("', '")}'][list + 1], 'top-free', 'phone',
      1 + cityHash64(app, list, intDiv(age, 4)) % 200, 'Business', toDateTime64('${from} 03:00:00', 3, 'UTC') + toIntervalDay(age)
    from numbers(${CHARTS.length * APPS * DAYS})
    settings max_threads = 2, max_insert_threads = 1`);
  await clickhouse.command(`
    insert into app_analytics (app_id, platform, storefront, rating, rating_count, captured_at)
    select toString(1000000 + number % ${APPS}), '${MARKET.platform}', '${MARKET.storefront}', 4.5, 1000 + number,
      toDateTime64('${from} 03:00:00', 3, 'UTC') + toIntervalDay(intDiv(number, ${APPS}))
    from numbers(${APPS * DAYS})
    settings max_threads = 2, max_insert_threads = 1`);
}

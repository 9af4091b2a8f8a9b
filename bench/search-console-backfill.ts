import { setTimeout } from 'node:timers/promises';
import { toSpan } from '#areas/search-console/sync/read-batch.ts';
import { makeDayKeeper } from '#areas/search-console/sync/keep-days.ts';
import { readDay } from '#areas/search-console/sync/read-day.ts';
import { openSource } from '#areas/search-console/connections/open-source.ts';
import { listDays } from '#kernel/days.ts';
import type { AppContext } from '#context';
import type { Dimension, PerformanceRequest, PerformanceRow } from '#providers/search-console/index.ts';
import { makeApiClient } from '../test/support/api-client.ts';
import { bindProject, getSync, waitForSync } from '../test/support/search-console-world.ts';
import { startBenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { timeMs } from './support/measure.ts';
import { BENCH_KEY } from './support/process.ts';
import { startSandboxProcess } from './support/sandbox.ts';

/** Days of the largest property that Google gives, kept in a row. */
const LARGE_DAYS = 20;
const PAGE_ROWS = 25_000;
const DAY_ROWS = 50_000;
/** As the collection reads them. */
const DAYS_AT_ONCE = 5;
const OF_TWIN_MIN = 0.8;
const LOOK_MS = 250;

/** The bound is the twin's own rate: the same answers asked the same way, and thrown away. */
export const searchConsoleBackfill: Bench = {
  name: 'search-console-backfill',
  summary: `16 months of a property collected from the sandbox, and ${LARGE_DAYS} days of ${DAY_ROWS} rows kept`,
  run: async () => {
    const sandbox = await startSandboxProcess();
    const bench = await startBenchApp({ sandboxUrl: sandbox.url });
    const { context, url } = bench.app;
    try {
      const world = { api: makeApiClient(url, BENCH_KEY), sandbox: makeApiClient(sandbox.url), url, key: BENCH_KEY };
      const bound = await bindProject(world);
      const firstMs = await timeMs(() => waitForSync(world, bound.projectId));
      // Measured is the second collection: the twin has compiled its code by then, for both alike.
      const { coverage } = await getSync(world, bound.projectId);
      const oursMs = await timeMs(async () => {
        const path = `/api/projects/${bound.projectId}/search-console/sync`;
        await bench.call('POST', path, { from: coverage.from, to: coverage.to });
        // A look takes the processor from both; four a second are seldom enough.
        while ((await getSync(world, bound.projectId)).status !== 'idle') await setTimeout(LOOK_MS);
      });
      const twinMs = await timeMs(() => askTwin(context, bound.propertyId));
      const largeMs = await timeMs(() => keepLarge(context));
      return {
        rows: [
          { figure: '16 months of the sandbox collected, the first time', value: firstMs, unit: 'ms' },
          { figure: 'the same again', value: oursMs, unit: 'ms' },
          { figure: 'the same asked, and thrown away', value: twinMs, unit: 'ms' },
          { figure: "share of the twin's rate", value: twinMs / oursMs, unit: 'of it', bound: { atLeast: OF_TWIN_MIN } },
          { figure: `a day of ${2 * DAY_ROWS} rows kept`, value: largeMs / LARGE_DAYS, unit: 'ms' },
        ],
        notes: ['The days of the last figure are in memory already: Google gives a page of 25,000 rows in seconds.'],
      };
    } finally {
      await bench.stop();
      await sandbox.stop();
    }
  },
};

const ASKED: readonly Pick<PerformanceRequest, 'dimensions' | 'aggregation'>[] = [
  { dimensions: ['date', 'country', 'device'], aggregation: 'byProperty' },
  { dimensions: ['query', 'country', 'device'], aggregation: 'byProperty' },
  { dimensions: ['page', 'query', 'country', 'device'], aggregation: 'byPage' },
];

async function askTwin(context: AppContext, propertyId: string): Promise<void> {
  const source = await openSource(context, propertyId);
  if ('fault' in source) throw new Error(source.cause);
  const { from, to } = toSpan({ propertyId, type: 'web' }, context.clock.now());
  const common = { type: 'web', dataState: 'all', rowLimit: PAGE_ROWS, startRow: 0 } as const;
  await inTurns(listDays(from, to), async (day) => {
    for (const asked of ASKED)
      await context.searchConsole.fetchPerformance(source.credentials, source.siteUrl, {
        ...common,
        ...asked,
        startDate: day,
        endDate: day,
      });
  });
}

/** Days whose answers are there at once. */
async function keepLarge({ clickhouse, clock }: AppContext): Promise<void> {
  const pages = new Map(ASKED.map(({ dimensions }) => [dimensions.join(), makeRows(dimensions)]));
  const fetchPerformance: AppContext['searchConsole']['fetchPerformance'] = (_credentials, _site, { dimensions, startRow }) =>
    Promise.resolve({
      rows: startRow < DAY_ROWS ? (pages.get(dimensions.join()) ?? []) : [],
      firstIncompleteDate: undefined,
      firstIncompleteHour: undefined,
    });
  const key = { propertyId: 'gscp_large', type: 'web' } as const;
  const keepDay = makeDayKeeper(clickhouse, DAYS_AT_ONCE);
  const asked = { key, siteUrl: 'sc-domain:example.com', credentials: {} as never, isRecent: false };
  await inTurns(listDays('2026-10-01', '2026-10-20'), async (day) => {
    await readDay({ searchConsole: { fetchPerformance }, keepDay, clock }, { ...asked, day });
  });
}

function makeRows(dimensions: readonly Dimension[]): PerformanceRow[] {
  const toKey = (name: Dimension, at: number): string => {
    if (name === 'query') return `buy shoes ${at}`;
    if (name === 'page') return `https://example.com/shoes/${at % 5_000}`;
    return name === 'country' ? 'usa' : name === 'device' ? 'MOBILE' : '2026-10-01';
  };
  return Array.from({ length: PAGE_ROWS }, (_, at) => ({
    keys: dimensions.map((name) => toKey(name, at)),
    clicks: at % 7,
    impressions: 7 + (at % 200),
    position: 1 + (at % 300) / 10,
  }));
}

async function inTurns(days: readonly string[], run: (day: string) => Promise<void>): Promise<void> {
  const left = [...days];
  await Promise.all(
    Array.from({ length: DAYS_AT_ONCE }, async () => {
      for (let day = left.pop(); day !== undefined; day = left.pop()) await run(day);
    }),
  );
}

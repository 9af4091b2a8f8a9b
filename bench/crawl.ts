import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startBenchApp, type BenchApp } from './support/app.ts';
import { timePageParse } from './support/app-page-parse.ts';
import { replayCrawl } from './support/bare-crawl.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { measureCrawlDelays } from './support/crawl-delays.ts';
import { CATEGORIES, listStoreCalls, NO_DELAYS, toCrawlBody, type CrawlOrder } from './support/crawls.ts';
import { median, timeMs } from './support/measure.ts';
import { startSandboxProcess } from './support/sandbox.ts';

/** `BENCH_APPS` and `BENCH_CATEGORIES` for a short look. */
const APPS = Number(process.env['BENCH_APPS'] ?? 20_000);
const CRAWLED = CATEGORIES.slice(0, Number(process.env['BENCH_CATEGORIES'] ?? CATEGORIES.length));
/** Of these the memory is warm. */
const WARM_SHARE = 0.25;
const CONCURRENCY = 3;
const LIMIT = 30;
/** Each has apps of its own as far as the service knows. The first one warms up. */
const ROUNDS = ['ca', 'us', 'gb', 'de'] as const;
const OTHERS =
  'fr es it jp br nl se pl mx au at ch in kr dk no fi ie pt be tr cz gr hu ro za il ae sg th vn ph my id nz cl co ar pe eg'.split(' ');
const WAIT_MS = 900_000;
const SPEED_MIN = 0.5;
const PARSE_MAX = 3;
const GROWTH_MAX = 1.1;
const GAP_SECONDS_MIN = 4;

/** Crawls of `store_a` against the sandbox's own speed, what pages cost to parse, and the pace that is kept. */
export const crawl: Bench = {
  name: 'crawl',
  summary: `crawls of ${CRAWLED.length} categories with pages and similar apps, against the bare fetch, parse and insert; ${APPS} apps for memory`,
  run: async () => {
    const parse = await timePageParse();
    return {
      rows: [
        ...(await measureCrawls()),
        {
          figure: 'parse of a page, times JSON.parse and htmlparser2',
          value: 1 / parse.speedRatio,
          unit: 'x',
          bound: { atMost: PARSE_MAX },
        },
        { figure: 'parse of a page', value: parse.oursMs, unit: 'ms' },
        { figure: 'a page', value: parse.pageKib, unit: 'KiB' },
        ...toDelayRows(await measureCrawlDelays()),
      ],
      notes: [
        `The bare loop makes the same requests of a sandbox of its own, ${CONCURRENCY} at once, parses their data and inserts two rows for each app in it.`,
        'Ours also checks robots.txt and fields, merges sources, notes changes, keeps places and ratings, follows similar apps and books each call.',
      ],
    };
  },
};

async function measureCrawls(): Promise<BenchRow[]> {
  const sandbox = await startSandboxProcess();
  const bareSandbox = await startSandboxProcess();
  const environment = { ...NO_DELAYS, STORE_A_CONCURRENCY: String(CONCURRENCY) };
  const bench = await startBenchApp({ sandboxUrl: sandbox.url, environment });
  try {
    const rounds = [];
    for (const storefront of ROUNDS) rounds.push(await compare(bench, { storefront, sandboxUrl: sandbox.url, bareUrl: bareSandbox.url }));
    const measured = rounds.slice(1);
    const { heap, apps } = await measureHeap(bench);
    return [
      {
        figure: 'speed of the bare loop',
        value: median(measured.map(({ oursMs, bareMs }) => bareMs / oursMs)),
        unit: 'of it',
        bound: { atLeast: SPEED_MIN },
      },
      { figure: 'ours', value: median(measured.map((round) => (1_000 * round.apps) / round.oursMs)), unit: 'apps a second' },
      { figure: 'bare', value: median(measured.map((round) => (1_000 * round.apps) / round.bareMs)), unit: 'apps a second' },
      { figure: 'apps of a crawl', value: median(measured.map((round) => round.apps)), unit: '' },
      { figure: `heap after ${apps} apps, times that after a quarter of them`, value: heap, unit: 'x', bound: { atMost: GROWTH_MAX } },
    ];
  } finally {
    await bench.stop();
    await sandbox.stop();
    await bareSandbox.stop();
  }
}

interface Round {
  readonly storefront: string;
  readonly sandboxUrl: string;
  readonly bareUrl: string;
}

async function compare(bench: BenchApp, { storefront, sandboxUrl, bareUrl }: Round) {
  const since = Date.now();
  const oursMs = await timeMs(() => runCrawl(bench, { storefront, categories: CRAWLED, limit: LIMIT }));
  const calls = await listStoreCalls(sandboxUrl, since);
  const { postgres } = bench.app.context;
  const bareMs = await timeMs(() => replayCrawl(postgres, { sandboxUrl: bareUrl, calls, concurrency: CONCURRENCY, round: storefront }));
  return { oursMs, bareMs, apps: await countRead(bench, storefront) };
}

/** The heap that is left after many apps, beside that after the first of them. */
async function measureHeap(bench: BenchApp): Promise<{ readonly heap: number; readonly apps: number }> {
  let warmBytes: number | undefined;
  let apps = 0;
  for (const storefront of OTHERS) {
    if (apps >= APPS) break;
    await runCrawl(bench, { storefront, categories: CRAWLED, limit: LIMIT });
    apps += await countRead(bench, storefront);
    if (apps >= APPS * WARM_SHARE) warmBytes ??= readHeapBytes();
  }
  if (apps < APPS) throw new Error(`The world has only ${apps} apps in these storefronts`);
  return { heap: readHeapBytes() / (warmBytes ?? Number.NaN), apps };
}

async function runCrawl({ app, call }: BenchApp, order: CrawlOrder): Promise<void> {
  const { run_id: runId } = await call<{ run_id: string }>('POST', '/api/admin/start-crawl', toCrawlBody(order));
  if ((await app.context.workflows.waitFor(runId, WAIT_MS)) === undefined) throw new Error(`The crawl ${runId} has not ended`);
  const { runs } = await call<{ runs: readonly { id: string; status: string; error: string | null }[] }>('GET', '/api/admin/crawl-runs');
  const run = runs.find(({ id }) => id === runId);
  if (run?.status !== 'completed') throw new Error(`The crawl ${runId} is ${run?.status}: ${run?.error}`);
}

async function countRead({ app }: BenchApp, storefront: string): Promise<number> {
  const { rows } = await app.context.postgres.query<{ apps: number }>(
    `select count(*)::integer as apps from apps where storefront = $1 and fetched_at is not null`,
    [storefront],
  );
  return rows[0]?.apps ?? 0;
}

function readHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function toDelayRows({ gapSeconds, requests, processes }: Awaited<ReturnType<typeof measureCrawlDelays>>): BenchRow[] {
  return [
    {
      figure: `shortest time between two pages at the store, ${processes} processes`,
      value: gapSeconds,
      unit: 's',
      bound: { atLeast: GAP_SECONDS_MIN },
    },
    { figure: 'pages that were asked for with real delays', value: requests, unit: '' },
  ];
}

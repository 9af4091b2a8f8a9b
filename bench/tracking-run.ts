import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Bench } from './support/bench.ts';
import { readCpu, type CpuTime } from './support/cpu.ts';
import { startService } from './support/process.ts';
import { readResidentMib } from './support/resident.ts';
import { dispatchDue, makeKeywordsDue, readCalls, startBenchSandbox, toKeyword } from './support/tracking.ts';

const KEYWORDS = Number(process.env['BENCH_KEYWORDS'] ?? 10_000);
const TASKS_PER_POST = 100;
const SHARE_MIN = 0.25;
const KEYWORDS_A_SECOND_MIN = 150;
const CALLS_SLACK = 1.05;
const RESIDENT_GROWTH_MAX = 1.1;
const RESIDENT_MIB_MAX = 700;
/** Shares of a run whose memory is compared: when all is warm, and at the end. */
const WARM_SHARE = [0.2, 0.3] as const;
const END_SHARE = [0.9, 1] as const;
const TASK_POST = '/v3/serp/google/organic/task_post';
const PLACE = { location_code: 2840, language_code: 'en', device: 'desktop', depth: 100, max_crawl_pages: 10 };

/** Thousands of keywords through the provider's queue and its postbacks, against a receiver that does nothing with them. */
export const trackingRun: Bench = {
  name: 'tracking-run',
  summary: `${KEYWORDS} keywords dispatched, posted, delivered and stored; against deliveries that are parsed and thrown away`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const sandbox = await startBenchSandbox();
    const sandboxUrl = sandbox.url;
    try {
      const bare = await runBare(sandboxUrl);
      await fetch(`${sandboxUrl}/_sandbox/reset`, { method: 'POST' });
      const service = await startService(dataDir, { SANDBOX: sandboxUrl, KEYWORD_ENRICHMENT: 'off' });
      try {
        const ours = await runService(service);
        const calls = await readCalls(sandboxUrl, ours.beginMs);
        const posts = Object.entries(calls.by_endpoint).reduce((sum, [path, count]) => (isPaid(path) ? sum + count : sum), 0);
        return {
          rows: [
            { figure: 'keywords a second', value: ours.perSecond, unit: '/s', bound: { atLeast: KEYWORDS_A_SECOND_MIN } },
            { figure: 'share of the bare receiver', value: ours.perSecond / bare.perSecond, unit: 'of it', bound: { atLeast: SHARE_MIN } },
            { figure: 'bare receiver, keywords a second', value: bare.perSecond, unit: '/s' },
            { figure: 'CPU of the service and its stores, a keyword', value: ours.allMs, unit: 'ms' },
            { figure: 'of that in the process of the service', value: ours.ownMs, unit: 'ms' },
            {
              figure: 'resident memory at the end, times that at a quarter',
              value: ours.residentGrowth,
              unit: 'x',
              bound: { atMost: RESIDENT_GROWTH_MAX },
            },
            { figure: 'largest resident memory', value: ours.residentMaxMib, unit: 'MiB', bound: { atMost: RESIDENT_MIB_MAX } },
            { figure: 'calls of the provider', value: posts, unit: '', bound: { atMost: (KEYWORDS / TASKS_PER_POST) * CALLS_SLACK } },
            { figure: 'calls at once, as the sandbox measured', value: calls.max_concurrency, unit: '', bound: { atMost: 20 } },
            { figure: 'calls in a second, as the sandbox measured', value: calls.max_per_second, unit: '', bound: { atMost: 30 } },
          ],
        };
      } finally {
        await service.stop();
      }
    } finally {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** The sandbox's own pace: as many tasks, delivered to a receiver that unpacks and parses and keeps nothing. */
async function runBare(sandboxUrl: string): Promise<{ perSecond: number }> {
  const { promise: allReceived, resolve } = Promise.withResolvers<void>();
  let received = 0;
  const receiver = await listen((body) => {
    JSON.parse(gunzipSync(body).toString('utf8'));
    received += 1;
    if (received === KEYWORDS) resolve();
  });
  const begin = performance.now();
  for (let first = 0; first < KEYWORDS; first += TASKS_PER_POST) {
    const tasks = Array.from({ length: Math.min(TASKS_PER_POST, KEYWORDS - first) }, (_, at) => ({
      keyword: toKeyword(first + at),
      ...PLACE,
      tag: `bare-${first + at}`,
      postback_url: `${receiver.url}/?id=$id`,
      postback_data: 'advanced',
    }));
    const headers = { authorization: `Basic ${btoa('bench:bench')}`, 'content-type': 'application/json' };
    await (await fetch(sandboxUrl + TASK_POST, { method: 'POST', headers, body: JSON.stringify(tasks) })).arrayBuffer();
  }
  await allReceived;
  const perSecond = (1_000 * KEYWORDS) / (performance.now() - begin);
  receiver.server.close();
  return { perSecond };
}

async function listen(onBody: (body: Buffer) => void): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      onBody(Buffer.concat(parts));
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface RunFigures extends CpuTime {
  /** When the dispatch began, epoch milliseconds. */
  readonly beginMs: number;
  readonly perSecond: number;
  readonly residentGrowth: number;
  readonly residentMaxMib: number;
}

/** Tracks the keywords, makes them due, and dispatches them. */
async function runService(service: { url: string; pid: number }): Promise<RunFigures> {
  await makeKeywordsDue(service.url, KEYWORDS);
  const beginMs = Date.now();
  const before = await readCpu(service.pid);
  const resident: number[] = [];
  const perSecond = await dispatchDue(service.url, KEYWORDS, async () => void resident.push(await readResidentMib(service.pid)));
  const after = await readCpu(service.pid);
  return {
    beginMs,
    perSecond,
    ownMs: (after.ownMs - before.ownMs) / KEYWORDS,
    allMs: (after.allMs - before.allMs) / KEYWORDS,
    residentGrowth: averageOf(resident, END_SHARE) / averageOf(resident, WARM_SHARE),
    residentMaxMib: Math.max(...resident),
  };
}

function averageOf(samples: readonly number[], [from, to]: readonly [number, number]): number {
  const part = samples.slice(Math.floor(from * samples.length), Math.ceil(to * samples.length));
  return part.reduce((sum, sample) => sum + sample, 0) / part.length;
}

/** Names of locations are fetched for free, when a service first starts. */
function isPaid(path: string): boolean {
  return path.startsWith('/v3/') && !path.includes('/locations');
}

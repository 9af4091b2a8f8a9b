import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchRow } from './support/bench.ts';
import { readCpu } from './support/cpu.ts';
import { spawnNode, startService, stopChild, type RunningService } from './support/process.ts';
import { readEnvironment } from './support/store-addresses.ts';
import { readStoreSizes, type StoreSizes } from './support/store-sizes.ts';
import { dispatchDue, makeKeywordsDue, startBenchSandbox } from './support/tracking.ts';

const KEYWORDS = Number(process.env['BENCH_KEYWORDS'] ?? 3_000);
const WORKERS = [1, 2, 4];
const IDLE_MS = 5_000;

/** The tracking run with one api process and more and more workers over shared stores. */
export const scale: Bench = {
  name: 'scale',
  summary: `${KEYWORDS} keywords dispatched, posted, delivered and stored by one api process and ${WORKERS.join(', ')} workers over one PostgreSQL and one ClickHouse end`,
  run: async () => {
    const figures: Figures[] = [];
    for (const workers of WORKERS) figures.push(await measure(workers));
    return { rows: figures.flatMap(toRows), notes: makeNotes() };
  },
};

/** Of one run; milliseconds of CPU a keyword. */
interface Figures {
  readonly workers: number;
  readonly perSecond: number;
  readonly apiMs: number;
  readonly workersMs: number;
  readonly postgresMs: number;
  readonly clickhouseMs: number;
  readonly sandboxMs: number;
  readonly stored: StoreSizes;
  /** Of the whole fleet and its stores while there is nothing to do, in a second. */
  readonly idleMs: number;
}

async function measure(workers: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const stores = spawnNode(['scripts/stores.ts', folder], {}, 'pipe');
    closers.push(() => stopChild(stores));
    await once(stores.stdout ?? stores, 'data');
    const sandbox = await startBenchSandbox();
    closers.push(() => sandbox.stop());
    const addresses = await readEnvironment(join(folder, 'env'));
    const shared = { ...addresses, SANDBOX: sandbox.url, KEYWORD_ENRICHMENT: 'off' };
    const start = async (environment: Record<string, string>): Promise<RunningService> => {
      const service = await startService(folder, { ...shared, ...environment });
      closers.push(() => service.stop());
      return service;
    };
    const api = await start({ ROLE: 'api' });
    const crew = await Promise.all(Array.from({ length: workers }, () => start({ ROLE: 'worker', PUBLIC_URL: api.url })));
    const pids = { api: [api.pid], workers: crew.map(({ pid }) => pid), stores: [stores.pid ?? 0], sandbox: [sandbox.process.pid ?? 0] };
    const idleMs = await measureIdle(pids);
    await makeKeywordsDue(api.url, KEYWORDS);
    const [sizes, before] = [await readSizes(addresses), await readAll(pids)];
    const perSecond = await dispatchDue(api.url, KEYWORDS);
    const after = await readAll(pids);
    const grown = await readSizes(addresses);
    const bytes = (of: keyof StoreSizes): number => (grown[of] - sizes[of]) / KEYWORDS;
    const spent = (of: keyof Usage): number => (after[of] - before[of]) / KEYWORDS;
    return {
      workers,
      perSecond,
      apiMs: spent('api'),
      workersMs: spent('workers'),
      postgresMs: spent('storesAll') - spent('stores'),
      clickhouseMs: spent('stores'),
      sandboxMs: spent('sandbox'),
      idleMs,
      stored: { postgres: bytes('postgres'), log: bytes('log'), clickhouse: bytes('clickhouse') },
    };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function measureIdle(pids: Pids): Promise<number> {
  const begin = await readAll(pids);
  await sleep(IDLE_MS);
  const end = await readAll(pids);
  const spent = (['api', 'workers', 'storesAll'] as const).reduce((sum, of) => sum + end[of] - begin[of], 0);
  return (1_000 * spent) / IDLE_MS;
}

type Pids = Readonly<Record<'api' | 'workers' | 'stores' | 'sandbox', readonly number[]>>;
type Usage = Awaited<ReturnType<typeof readAll>>;

/** Milliseconds of CPU so far. The process that holds the stores is ClickHouse; PostgreSQL is its child. */
async function readAll(pids: Pids) {
  const own = async (list: readonly number[]): Promise<number> =>
    (await Promise.all(list.map(readCpu))).reduce((sum, { ownMs }) => sum + ownMs, 0);
  const [api, workers, sandbox, stores] = await Promise.all([
    own(pids.api),
    own(pids.workers),
    own(pids.sandbox),
    readCpu(pids.stores[0] ?? 0),
  ]);
  return { api, workers, sandbox, stores: stores.ownMs, storesAll: stores.allMs };
}

const readSizes = (addresses: Record<string, string>): Promise<StoreSizes> =>
  readStoreSizes({ databaseUrl: addresses['DATABASE_URL'] ?? '', clickhouseUrl: addresses['CLICKHOUSE_URL'] ?? '' });

function toRows({ workers, perSecond, apiMs, workersMs, postgresMs, clickhouseMs, sandboxMs, stored, idleMs }: Figures): BenchRow[] {
  const name = (figure: string): string => `${workers} ${workers === 1 ? 'worker' : 'workers'}: ${figure}`;
  const milliseconds = (figure: string, value: number): BenchRow => ({ figure: name(`CPU a keyword, ${figure}`), value, unit: 'ms' });
  const kilobytes = (figure: string, value: number): BenchRow => ({
    figure: name(`a keyword, ${figure}`),
    value: value / 1_000,
    unit: 'kB',
  });
  return [
    { figure: name('keywords a second'), value: perSecond, unit: '/s' },
    milliseconds('the api process', apiMs),
    milliseconds('the workers', workersMs),
    milliseconds('PostgreSQL', postgresMs),
    milliseconds('ClickHouse', clickhouseMs),
    milliseconds('the sandbox', sandboxMs),
    { figure: name('CPU a second while idle, all of them and the stores'), value: idleMs, unit: 'ms' },
    kilobytes('stored in PostgreSQL', stored.postgres),
    kilobytes("written to PostgreSQL's log", stored.log),
    kilobytes('stored in ClickHouse', stored.clickhouse),
  ];
}

function makeNotes(): string[] {
  const cores = cpus().length;
  return [
    `Measured on ${cores} cores, which the service, both stores and the sandbox share.`,
    'With fewer cores than processes the keywords a second say nothing of more workers; what carries over to more',
    'machines is the CPU a keyword of each part (docs/deploy.md, "Scaling").',
  ];
}

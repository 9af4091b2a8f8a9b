import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#config';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { startApp } from '../src/app.ts';
import { startReadingClients } from '../test/support/reading-clients.ts';
import type { Bench, BenchResult, BenchRow } from './support/bench.ts';
import { loadBulkHistory, loadBulkProject } from './support/bulk-project.ts';
import { BENCH_KEY, startProgram, startService, type RunningService } from './support/process.ts';
import { readResidentMib } from './support/resident.ts';
import { dispatchDue, makeAsk, makeProjectDue, startBenchSandbox } from './support/tracking.ts';

const PROJECT = { projectId: 'proj_load', keywords: 1_000 };
const HISTORY_DAYS = 60;
const CLIENTS = 200;
const PER_SECOND_MIN = 800;
const P99_MS_MAX = 400;
const HEALTH_P99_MS_MAX = 100;
const MEMORY_MAX = 1.2;

/** What a console and its exports ask again and again. */
const PATHS = [
  `/api/rankings?project_id=${PROJECT.projectId}&limit=50`,
  `/api/projects/${PROJECT.projectId}`,
  `/api/rankings/summary?project_id=${PROJECT.projectId}`,
  `/api/rankings?project_id=${PROJECT.projectId}&start_date=2020-01-01&limit=50`,
  `/api/project-keywords?project_id=${PROJECT.projectId}&limit=50`,
  '/health',
];

/** Many readers of a project whose keywords are being checked, so that its answers change all the while. */
export const load: Bench = {
  name: 'load',
  summary: `${CLIENTS} clients over the usual reads of a project with ${HISTORY_DAYS} days of history, while its ${PROJECT.keywords} keywords are checked`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const sandbox = await startBenchSandbox();
    try {
      await loadStores(dataDir);
      const service = await startService(dataDir, { SANDBOX: sandbox.url, KEYWORD_ENRICHMENT: 'off' });
      try {
        return await measure(service);
      } finally {
        await service.stop();
      }
    } finally {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function loadStores(dataDir: string): Promise<void> {
  const app = await startApp(readConfig({ PORT: '0', DATA_DIR: dataDir, SIGHTLINE_ADMIN_KEY: BENCH_KEY, LOG_LEVEL: 'error' }));
  const { postgres, clickhouse, clock } = app.context;
  await loadBulkProject(postgres, PROJECT);
  await loadBulkHistory(clickhouse, PROJECT, { lastDay: addDays(toDay(clock.now()), -1), days: HISTORY_DAYS, yearDays: HISTORY_DAYS + 1 });
  await postgres.query('vacuum analyze');
  await app.stop();
}

async function measure(service: RunningService): Promise<BenchResult> {
  const ask = makeAsk(service.url);
  await ask('PUT', '/api/admin/config', { budgets: { daily_usd: null } });
  await makeDue(service);
  const alone = await checkAll(service);
  const { beside, read } = await readWhileChecked(service.url, service);
  const { seconds, answers, p50, p99, paths, statuses, others } = read;
  const bare = await startProgram('bench/support/bare-answers.ts', { SERVICE: service.url, KEY: BENCH_KEY, PATHS: JSON.stringify(PATHS) });
  const floor = await readWhileChecked(bare.url, service).finally(() => bare.stop());
  const rows: BenchRow[] = [
    { figure: 'requests a second', value: answers / seconds, unit: '/s', bound: { atLeast: PER_SECOND_MIN } },
    { figure: 'p99', value: p99, unit: 'ms', bound: { atMost: P99_MS_MAX } },
    { figure: 'p99 of /health', value: paths['/health']?.p99 ?? 0, unit: 'ms', bound: { atMost: HEALTH_P99_MS_MAX } },
    { figure: 'memory, times that without clients', value: beside.mib / alone.mib, unit: 'x', bound: { atMost: MEMORY_MAX } },
    { figure: 'answers that were not 200', value: answers - (statuses['200'] ?? 0), unit: '', bound: { atMost: 0 } },
    { figure: 'p50', value: p50, unit: 'ms' },
    ...Object.entries(paths).flatMap(([path, { p50: half, p99: most, max }]): BenchRow[] => [
      { figure: `${path}: p50`, value: half, unit: 'ms' },
      { figure: `${path}: p99`, value: most, unit: 'ms' },
      { figure: `${path}: longest`, value: max, unit: 'ms' },
    ]),
    {
      figure: 'bare handler with these answers in memory, same clients and checks: requests a second',
      value: floor.read.answers / floor.read.seconds,
      unit: '/s',
    },
    { figure: 'bare handler: p99', value: floor.read.p99, unit: 'ms' },
    { figure: 'bare handler: p99 of /health', value: floor.read.paths['/health']?.p99 ?? 0, unit: 'ms' },
    { figure: 'keywords checked a second beside the bare handler', value: floor.beside.perSecond, unit: '/s' },
    { figure: 'keywords checked a second', value: beside.perSecond, unit: '/s' },
    { figure: 'keywords checked a second, without clients', value: alone.perSecond, unit: '/s' },
    { figure: 'largest resident memory without clients', value: alone.mib, unit: 'MiB' },
  ];
  return { rows, notes: Object.entries(others).map(([name, count]) => `${count} times ${name}`) };
}

/** Has all keywords checked while clients read from an address. */
async function readWhileChecked(url: string, service: RunningService) {
  await makeDue(service);
  const clients = await startReadingClients({ url, clients: CLIENTS, key: BENCH_KEY, paths: PATHS });
  clients.begin();
  const beside = await checkAll(service);
  return { beside, read: await clients.end() };
}

async function makeDue({ url }: RunningService): Promise<void> {
  await makeProjectDue(url, PROJECT.projectId, PROJECT.keywords);
}

async function checkAll(service: RunningService): Promise<{ readonly perSecond: number; readonly mib: number }> {
  let mib = 0;
  const perSecond = await dispatchDue(service.url, PROJECT.keywords, async () => {
    mib = Math.max(mib, await readResidentMib(service.pid, 'withoutFiles'));
  });
  return { perSecond, mib };
}

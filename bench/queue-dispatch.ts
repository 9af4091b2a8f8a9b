import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import type { QueueOrder, QueueReport } from './support/queue-worker.ts';

const PROCESSES = [1, 2, 4];
/** Enqueued as fast as it goes. */
const BURST = 2_000;
/** Enqueued one by one into an idle queue. */
const SINGLE = 60;
const SINGLE_GAP_MS = 120;
/** Enqueued at a pace that keeps the queue busy and not full. */
const PACED = 600;
const PACED_GAP_MS = 15;
const IDLE_MS = 6_000;
const SIDES = ['ours', 'sdk'] as const;

type Side = (typeof SIDES)[number];

interface Figures {
  readonly perSecond: number;
  readonly idleWaitsMs: readonly number[];
  readonly busyWaitsMs: readonly number[];
  /** Processor time of one process that has nothing to do, in ms a second. */
  readonly idleCpuMs: number;
  readonly rollbacks: number;
}

/** What our own dispatch gives over the queues of the SDK (docs/decisions/0010-own-dispatch.md). */
export const queueDispatch: Bench = {
  name: 'queue-dispatch',
  summary: `our dispatch of queues beside the SDK's, polled every 100 ms; ${BURST} workflows with two empty steps, 20 places`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const server = await startEmbeddedPostgres({ dataDir, logger: makeLogger('error') });
    try {
      const rows: BenchRow[] = [];
      for (const processes of PROCESSES) {
        for (const side of SIDES) rows.push(...toRows(side, processes, await measure(server.connectionString, side, processes)));
      }
      return { rows, notes: ['Waits are from enqueueing to the begin of the workflow. Both sides serve all queues of the service.'] };
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

function toRows(side: Side, processes: number, figures: Figures): BenchRow[] {
  const row = (figure: string, value: number, unit: string): BenchRow => ({ figure: `${processes} x ${side}: ${figure}`, value, unit });
  return [
    row('through the queue', figures.perSecond, 'workflows/s'),
    row('idle wait, p50', percentile(figures.idleWaitsMs, 0.5), 'ms'),
    row('idle wait, p99', percentile(figures.idleWaitsMs, 0.99), 'ms'),
    row('busy wait, p50', percentile(figures.busyWaitsMs, 0.5), 'ms'),
    row('busy wait, p99', percentile(figures.busyWaitsMs, 0.99), 'ms'),
    row('processor time of an idle process', figures.idleCpuMs, 'ms/s'),
    row('transactions rolled back', figures.rollbacks, ''),
  ];
}

async function measure(serverUrl: string, side: Side, processes: number): Promise<Figures> {
  const name = `bench_${side}_${processes}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const workers: Worker[] = [];
  try {
    for (let at = 0; at < processes; at += 1) workers.push(await startWorker(side, url.href));
    await run(workers, 50, 0);
    await report(workers);
    const rolledBack = await countRollbacks(client, name);
    const startedAt = performance.now();
    await run(workers, BURST, 0);
    const perSecond = BURST / ((performance.now() - startedAt) / 1_000);
    await report(workers);
    await run(workers, PACED, PACED_GAP_MS);
    const busy = await report(workers);
    await run(workers, SINGLE, SINGLE_GAP_MS);
    const idle = await report(workers);
    await sleep(IDLE_MS);
    const rested = await report(workers);
    return {
      perSecond,
      busyWaitsMs: busy.waitsMs,
      idleWaitsMs: idle.waitsMs,
      idleCpuMs: (rested.cpuMs - idle.cpuMs) / (IDLE_MS / 1_000) / processes,
      rollbacks: (await countRollbacks(client, name)) - rolledBack,
    };
  } finally {
    for (const { child } of workers) child.disconnect();
    await Promise.all(workers.map(({ child }) => once(child, 'exit')));
    await client.end();
  }
}

interface Worker {
  readonly child: ChildProcess;
  ended: number;
  onEnd: () => void;
}

async function startWorker(side: Side, databaseUrl: string): Promise<Worker> {
  const file = fileURLToPath(new URL('./support/queue-worker.ts', import.meta.url));
  const child = fork(file, { env: { ...process.env, SIDE: side, DATABASE_URL: databaseUrl } });
  const worker: Worker = { child, ended: 0, onEnd: () => undefined };
  await once(child, 'message');
  child.on('message', (message: object) => {
    if (!('ended' in message)) return;
    worker.ended += 1;
    worker.onEnd();
  });
  return worker;
}

/** The first one enqueues; resolves when all processes together have ended as many. */
async function run(workers: readonly Worker[], count: number, gapMs: number): Promise<void> {
  for (const worker of workers) worker.ended = 0;
  const ended = new Promise<void>((resolve) => {
    for (const worker of workers) {
      worker.onEnd = () => {
        if (workers.reduce((sum, one) => sum + one.ended, 0) >= count) resolve();
      };
    }
  });
  workers[0]?.child.send({ kind: 'enqueue', count, gapMs } satisfies QueueOrder);
  await ended;
}

async function report(workers: readonly Worker[]): Promise<QueueReport> {
  const reports: QueueReport[] = [];
  for (const { child } of workers) {
    const answered = once(child, 'message');
    child.send({ kind: 'report', count: 0, gapMs: 0 } satisfies QueueOrder);
    reports.push(((await answered) as [QueueReport])[0]);
  }
  return { waitsMs: reports.flatMap(({ waitsMs }) => waitsMs), cpuMs: reports.reduce((sum, { cpuMs }) => sum + cpuMs, 0) };
}

async function countRollbacks(client: pg.Client, database: string): Promise<number> {
  const { rows } = await client.query<{ rollbacks: string }>('select xact_rollback as rollbacks from pg_stat_database where datname = $1', [
    database,
  ]);
  return Number(rows[0]?.rollbacks ?? 0);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import type { EngineEvent, EngineOrder, Kind } from './engine-worker.ts';

/** Workers over one PostgreSQL, by the SDK's means or by ours. */
export type Side = 'ours' | 'sdk';

export interface EngineWorker {
  readonly executorId: string;
  order(order: EngineOrder): void;
  /** Resolves when so many workflows of a kind have begun, or have ended, in this process. */
  waitFor(event: 'began' | 'ended', kind: Kind, count: number): Promise<void>;
  count(event: 'began' | 'ended', kind: Kind): number;
  kill(): Promise<void>;
}

/** What a worker knows and does beside the usual. */
export interface WorkerOptions {
  readonly HANGS?: '1';
  readonly KNOWS_NEWER?: '1';
}

type StartWorker = (options?: WorkerOptions) => Promise<EngineWorker>;

/** Runs a measurement on a new database; its workers end with it. */
export async function withWorkers<Result>(side: Side, measure: (start: StartWorker) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, logger: makeLogger('error') });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('create database bench');
  await client.end();
  const url = new URL(server.connectionString);
  url.pathname = '/bench';
  const workers: EngineWorker[] = [];
  try {
    return await measure(async (options) => {
      const worker = await startWorker({ SIDE: side, DATABASE_URL: url.href, EXECUTOR: `bench_${workers.length}`, ...options });
      workers.push(worker);
      return worker;
    });
  } finally {
    for (const worker of workers) await worker.kill();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startWorker(
  env: WorkerOptions & { readonly EXECUTOR: string; readonly SIDE: Side; readonly DATABASE_URL: string },
): Promise<EngineWorker> {
  const child = fork(fileURLToPath(new URL('./engine-worker.ts', import.meta.url)), { env: { ...process.env, ...env } });
  const counts = new Map<string, number>();
  child.on('message', ({ event, kind }: EngineEvent) => void counts.set(`${event} ${kind}`, (counts.get(`${event} ${kind}`) ?? 0) + 1));
  const count: EngineWorker['count'] = (event, kind) => counts.get(`${event} ${kind}`) ?? 0;
  await once(child, 'message');
  return {
    executorId: env.EXECUTOR,
    order: (order) => void child.send(order),
    count,
    async waitFor(event, kind, wanted) {
      while (count(event, kind) < wanted) await once(child, 'message');
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

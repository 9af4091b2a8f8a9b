import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import type { Bench } from './support/bench.ts';
import { timePairs, type PairedTimes } from './support/measure.ts';
import type { Way } from './support/workflow-runner.ts';

const CALLERS = 20;
const COUNT = 1_000;
const ROUNDS = 5;
const RATIO_MIN = 1.25;
const QUEUE_RATIO_MIN = 2;

/** What our steps, pauses, retries and histories cost beside the library that they are built on. */
export const workflowOverhead: Bench = {
  name: 'workflow-overhead',
  summary: `workflows with two empty steps, ${CALLERS} callers that wait for the end, against the bare SDK on the same PostgreSQL`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const server = await startEmbeddedPostgres({ dataDir, logger: makeLogger('error') });
    const children: ChildProcess[] = [];
    try {
      const [bare, ours] = await Promise.all(['bare', 'ours'].map((side) => startSide(side, server.connectionString)));
      if (!bare || !ours) throw new Error('a side did not start');
      children.push(bare, ours);
      const compare = (way: Way): Promise<PairedTimes> =>
        timePairs(
          ROUNDS,
          () => ask(ours, way),
          () => ask(bare, way),
        );
      const now = await compare('now');
      const queue = await compare('queue');
      return {
        rows: [
          { figure: 'of the bare SDK', value: now.speedRatio, unit: 'x', bound: { atLeast: RATIO_MIN } },
          { figure: 'through define and runtime', value: toRate(now.oursMs), unit: 'workflows/s' },
          { figure: 'bare SDK', value: toRate(now.boundMs), unit: 'workflows/s' },
          {
            figure: 'through a queue, of the bare SDK through its own',
            value: queue.speedRatio,
            unit: 'x',
            bound: { atLeast: QUEUE_RATIO_MIN },
          },
          { figure: 'ours, through a queue', value: toRate(queue.oursMs), unit: 'workflows/s' },
          { figure: 'bare SDK, through its queue', value: toRate(queue.boundMs), unit: 'workflows/s' },
        ],
        notes: [
          'First both begin their workflows in the process that waits for them. Through a queue, the commit, the claim and the news of the end are added.',
          'The SDK polls its queue, and what it waits for, every 100 ms.',
        ],
      };
    } finally {
      for (const child of children) child.disconnect();
      await Promise.all(children.map((child) => once(child, 'exit')));
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function startSide(side: string, serverUrl: string): Promise<ChildProcess> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database bench_${side}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/bench_${side}`;
  const file = fileURLToPath(new URL('./support/workflow-runner.ts', import.meta.url));
  const child = fork(file, { env: { ...process.env, SIDE: side, DATABASE_URL: url.href } });
  await answer(child);
  return child;
}

async function ask(child: ChildProcess, way: Way): Promise<void> {
  const answered = answer(child);
  child.send({ count: COUNT, callers: CALLERS, way });
  await answered;
}

/** The next message; a process that dies instead ends the bench. */
async function answer(child: ChildProcess): Promise<void> {
  const died = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a side of the bench ended with ${String(code)}`)));
  await Promise.race([once(child, 'message'), died]);
}

function toRate(ms: number): number {
  return COUNT / (ms / 1_000);
}

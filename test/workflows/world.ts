import { after, type TestContext } from 'node:test';
import type { Clock } from '#kernel/clock.ts';
import { makeLogger, type Logger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { SILENT, type Live } from '#kernel/live.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Workflow } from '#workflows/define.ts';
import type { WorkflowRuntime } from '#workflows/runtime-types.ts';
import { makeWorkflowRuntime } from '#workflows/runtime.ts';
import type { Schedule } from '#workflows/schedules/schedules.ts';
import type { WorkflowStatus } from '#workflows/types.ts';
import { cloneTemplate, startTestServer, type TestServer } from '../support/server.ts';
import type { WorldContext } from './workflows.ts';
import { waitUntil } from '../support/wait-until.ts';

export interface World {
  readonly postgres: Postgres;
  readonly connectionString: string;
  /** The lines that the engine has logged, as objects. */
  readonly log: Record<string, unknown>[];
  /** Starts a runtime over the world's database; it ends with the test, or earlier by its `stop`. */
  start(list: readonly Workflow<WorldContext>[], options?: StartOptions): Promise<WorkflowRuntime<WorldContext>>;
  onClose(close: () => unknown): void;
}

export interface StartOptions {
  readonly schedules?: readonly Schedule[];
  readonly retryWaitsMs?: readonly number[];
  readonly isWorker?: boolean;
  /** Receives the live events. */
  readonly live?: Live;
  /** Of the release that is started. */
  readonly version?: string;
  readonly frozenAfterMs?: number;
  /** Of a simulated world, which the schedules follow. */
  readonly worldClock?: Clock;
}

/** A database of the test's own and, over it, one runtime after the other: the engine exists once in a process. */
export async function openWorld(t: TestContext): Promise<World> {
  const closers: (() => unknown)[] = [];
  t.after(async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  });
  const database = await cloneTemplate(await findServer());
  closers.push(() => database.drop());
  const { connectionString } = database;
  const log: Record<string, unknown>[] = [];
  const logger = makeListeningLogger(log);
  const postgres = await openPostgres({ databaseUrl: connectionString, dataDir: '', logger });
  closers.push(() => postgres.close());
  // What the steps of these tests do to the world.
  await postgres.query(
    'create table effects (at bigint generated always as identity primary key, workflow_id text not null, step text not null, pid integer not null)',
  );
  return {
    postgres,
    connectionString,
    log,
    onClose: (close) => void closers.push(close),
    async start(list, { schedules = [], retryWaitsMs = [10, 20, 40], isWorker = true, live = SILENT, ...given } = {}) {
      const runtime = makeWorkflowRuntime<WorldContext>({ postgres, logger, retryWaitsMs, isWorker, live, ...given });
      closers.push(() => runtime.stop(2_000));
      await runtime.start({ context: { postgres }, list, schedules });
      return runtime;
    },
  };
}

export async function listEffects(postgres: Postgres, workflowId: string): Promise<string[]> {
  const { rows } = await postgres.query<{ step: string }>('select step from effects where workflow_id = $1 order by at', [workflowId]);
  return rows.map((row) => row.step);
}

/** A promise to be settled from outside. */
export function makeGate(): { readonly passed: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}

/** Looks until the workflow has a status; the engine signals ends only. */
export async function waitForStatus(runtime: WorkflowRuntime<WorldContext>, id: string, status: WorkflowStatus): Promise<void> {
  await waitUntil(async () => (await runtime.workflows.find(id))?.status === status, `${id} to be ${status}`);
}

function makeListeningLogger(lines: Record<string, unknown>[]): Logger {
  const logger = makeLogger('fatal');
  const note =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level, message, ...fields });
  return Object.assign(Object.create(logger) as Logger, { warn: note('warn'), error: note('error'), info: note('info') });
}

let ownServer: Promise<TestServer> | undefined;

async function findServer(): Promise<string> {
  const shared = process.env['SIGHTLINE_TEST_DATABASE_URL'];
  if (shared !== undefined) return shared;
  ownServer ??= startTestServer();
  return (await ownServer).url;
}

after(async () => {
  await (await ownServer)?.stop();
});

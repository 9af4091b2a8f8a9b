import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import pg, { type PoolClient } from 'pg';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { toConnecting, watchPool } from '#stores/postgres/watch-pool.ts';
import { recordSoon } from './record-soon.ts';
import { serializer } from './serializer.ts';
import { within } from '#kernel/within.ts';
import { shortenRecords } from './short-records.ts';
import { RECOVERIES_MAX } from '../../retry-policy.ts';

export const APPLICATION = 'sightline';
/**
 * The SDK runs a workflow only in processes of the version that began it, and takes a hash of the
 * code for the version unless one is given: every release would leave its unfinished workflows
 * behind. So the version is a constant, and steps keep their names and order across releases
 * (define.ts); a workflow that must change otherwise gets a new name.
 */
export const VERSION = '1';
const POOL_SIZE = 10;
/** Any number that nothing else uses. */
const LAUNCH_LOCK = 7_214_400_104;
const LAUNCH_POLL_MS = 50;

/** A workflow function as the SDK sees it: called with the input last (a schedule gives its instant first). */
export type Body = (...given: unknown[]) => Promise<unknown>;

/** A workflow that is to be begun. */
export interface NewExecution {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Kept beside it (`toCause` in runs/telemetry.ts). */
  readonly attributes: Record<string, unknown> | undefined;
}

/** The SDK, running. */
export interface Engine {
  readonly executorId: string;
  /** By workflow name, as registered with the SDK. */
  readonly bodies: ReadonlyMap<string, Body>;
  /**
   * Begins a workflow in this process. Gives a function that waits for its output; `undefined` when it runs elsewhere.
   * @throws what the store says when it does not take the start within seconds
   */
  begin(execution: NewExecution): Promise<(() => Promise<unknown>) | undefined>;
  /** Begins workflows that this process has claimed under `ownerXid` (claims.ts). */
  runClaimed(ids: readonly string[], ownerXid: string): Promise<void>;
  stop(): Promise<void>;
}

export interface EngineOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly executorId: string;
  /** By workflow name. */
  readonly bodies: ReadonlyMap<string, Body>;
  /** Whether a workflow that this process runs had no recorded step when it was taken. */
  readonly isFresh: (workflowId: string) => boolean;
}

/**
 * Registers the workflows and starts the SDK on the schema `dbos` of our PostgreSQL. The SDK is one
 * for the process, so a second runtime can start only after the first has stopped.
 */
export async function startEngine({ postgres, logger, executorId, bodies, isFresh }: EngineOptions): Promise<Engine> {
  if (DBOSExecutor.globalInstance) throw new Error('workflows run in this process already: stop the other runtime first');
  let isStopping = false;
  const engineLogger = toEngineLogger(logger, () => isStopping);
  const pool = openPool({ postgres, logger, executorId });
  DBOS.setConfig({
    name: APPLICATION,
    applicationVersion: VERSION,
    executorID: executorId,
    systemDatabaseUrl: postgres.connectionString,
    systemDatabasePool: pool.own,
    // The queues are dispatched by queues/dispatch.ts; the SDK polls only its internal one.
    listenQueues: [],
    useListenNotify: false,
    serializer,
    logger: engineLogger,
  });
  const registered = new Map(
    [...bodies].map(([name, body]) => [name, DBOS.registerWorkflow(body, { name, maxRecoveryAttempts: RECOVERIES_MAX })]),
  );
  await launchAlone(postgres).catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  const executor = DBOSExecutor.globalInstance as DBOSExecutor | undefined;
  if (!executor) throw new Error('the workflow engine did not start');
  shortenRecords(executor.systemDatabase, isFresh);
  return {
    executorId: executor.executorID,
    bodies: registered,
    async begin({ id, name, input, attributes }) {
      const body = registered.get(name);
      if (!body) throw new Error(`workflow ${name} is not registered`);
      const handle = await recordSoon(() => DBOS.startWorkflow(body, { workflowID: id, workflowAttributes: attributes })(input));
      // The handle of a workflow that runs elsewhere would poll the store.
      return executor.systemDatabase.checkForRunningWorkflow(id) ? () => handle.getResult() : undefined;
    },
    runClaimed: async (ids, ownerXid) => await executor.dispatchDequeuedWorkflows([...ids], ownerXid),
    async stop() {
      isStopping = true;
      await DBOS.shutdown({ deregister: true });
      await pool.close();
    },
  };
}

const CLOSE_MS_MAX = 1_500;

/** The connections of the SDK; their name says whose they are (`processes/process-store.ts`). */
function openPool({ postgres: { connectionString }, logger, executorId }: Pick<EngineOptions, 'postgres' | 'logger' | 'executorId'>) {
  const settings = `set application_name = 'dbos_transact_${executorId}_${VERSION}'`;
  const own = new pg.Pool({ ...toConnecting(settings), connectionString, max: POOL_SIZE });
  own.on('error', (error) => logger.debug({ engine: 'dbos', error: error.message }, 'an idle connection to PostgreSQL broke'));
  const endWatch = watchPool(own, { connectionString, logger });
  const close = async (): Promise<void> => {
    endWatch();
    await within(CLOSE_MS_MAX, own.end()).catch(() => undefined);
  };
  return { own, close };
}

/**
 * One process at a time: the SDK makes and changes its tables at a launch, and two that begin with
 * that at once on a new database deadlock. A process that waits asks again and again, because a statement
 * that waits would be waited for by the SDK, which builds indexes concurrently.
 * @throws when the launch fails; nothing of it stays open then
 */
async function launchAlone({ pool }: Postgres): Promise<void> {
  const client = await pool.connect();
  let isUnlocked = false;
  try {
    while (!(await tryLock(client))) await sleep(LAUNCH_POLL_MS);
    await DBOS.launch();
    isUnlocked = (await client.query('select pg_advisory_unlock($1)', [LAUNCH_LOCK])).rowCount === 1;
  } catch (error) {
    await DBOS.shutdown({ deregister: true }).catch(() => undefined);
    throw error;
  } finally {
    // The lock belongs to the connection, which is closed unless it was given back.
    client.release(!isUnlocked);
  }
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LAUNCH_LOCK]);
  return rows[0]?.locked === true;
}

/** What the SDK logs at each start and for each failure is detail: failures are logged where we see them. */
function toEngineLogger(logger: Logger, isStopping: () => boolean): NonNullable<Parameters<typeof DBOS.setConfig>[0]['logger']> {
  const detail = (entry: unknown): void => logger.debug({ engine: 'dbos' }, String(entry));
  return {
    debug: detail,
    info: detail,
    warn: (entry) => (isStopping() || isExpected(String(entry)) ? detail(entry) : logger.warn({ engine: 'dbos' }, String(entry))),
    error: detail,
  };
}

/** Warnings about what we do on purpose: leaving a workflow, starting one twice, stopping. */
function isExpected(text: string): boolean {
  return /no longer owned|was cancelled during execution|already exists in queue|still running|Contention detected/u.test(text);
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '#kernel/logger.ts';
import { within } from '#kernel/within.ts';
import { findScope, type Actor } from '#kernel/work-scope.ts';
import { makeListener } from './listener.ts';
import { makeQuery } from './query.ts';
import type { Postgres, Transaction } from './types.ts';
import { toConnecting, watchPool } from './watch-pool.ts';

const POOL_SIZE = 20;
const CLOSE_TIMEOUT_MS = 1_500;
/** Waits before the second, third and fourth try of a transaction that lost a race. */
const RETRY_WAITS_MS = [10, 40, 160];
/**
 * When a whole machine is lost, PostgreSQL ends its connections, and frees the locks that they held, within half a
 * minute instead of two hours. The last one is for a connection that has something to send to the lost machine.
 */
const NOTICE_LOSS =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 25000';
/** So long after its last statement a transaction of a process that is frozen, or has forgotten it, is ended, and its locks are free. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const DISK_FULL = '53100';

export interface ClientOptions {
  readonly connectionString: string;
  readonly logger: Logger;
  /** Connections of the pool; 20 unless said otherwise. */
  readonly poolSize?: number;
  /** A transaction may rest so long between two statements; 30 s unless said otherwise. */
  readonly idleInTransactionMs?: number;
  /** Runs after the last connection is closed. */
  readonly afterClose?: () => Promise<void>;
}

/** A pool with our parsers: int8 and numeric arrive as numbers, `date` as `YYYY-MM-DD`, timestamptz as Date. */
export function makePostgres({ connectionString, logger, poolSize = POOL_SIZE, afterClose, ...given }: ClientOptions): Postgres {
  const { idleInTransactionMs = IDLE_IN_TRANSACTION_MS } = given;
  // A name of this pool alone: by it other processes find all connections of one that is frozen (liveness.ts).
  const name = `sightline ${randomUUID()}`;
  const settings = `${NOTICE_LOSS}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}; set application_name = '${name}'`;
  const pool = new pg.Pool({
    ...toConnecting(settings),
    connectionString,
    max: poolSize,
    types: { getTypeParser },
  });
  let closing: Promise<void> | undefined;
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => {
    if (closing === undefined) logger.warn({ error: error.message }, 'an idle connection to PostgreSQL broke');
  });
  const listener = makeListener(pool, logger);
  const memory = new Map<() => unknown, unknown>();
  let diskFullAt = -Infinity;
  const endWatch = watchPool(pool, {
    connectionString,
    logger,
    onRefusal: (code) => {
      if (code === DISK_FULL) diskFullAt = performance.now();
    },
    onRenew: () => listener.renew(),
  });
  return {
    recall<Value>(make: () => Value): Value {
      if (!memory.has(make)) memory.set(make, make());
      return memory.get(make) as Value;
    },
    getDiskFullAgeMs: () => performance.now() - diskFullAt,
    pool,
    listener,
    connectionString,
    query: makePoolQuery(pool),
    transaction: (work) => runTransaction(pool, work),
    close: () => {
      endWatch();
      listener.close();
      return (closing ??= closePool(pool).then(afterClose));
    },
  };
}

/** Ends the pool. A connection that was never released must not keep the service from stopping. */
async function closePool(pool: Pool): Promise<void> {
  await within(CLOSE_TIMEOUT_MS, pool.end()).catch(() => undefined);
}

/** A statement that writes. */
const WRITES = /\b(?:insert into|delete from|(?<!for )update)\s/iu;

/** Statements of the pool. One that writes for an actor runs in a transaction, which says who acts. */
function makePoolQuery(pool: Pool): Postgres['query'] {
  const query = makeQuery(pool);
  return (text, values, name) =>
    findScope()?.actor !== undefined && WRITES.test(text)
      ? runTransaction(pool, (tx) => tx.query(text, values, name))
      : query(text, values, name);
}

async function runTransaction<Result>(pool: Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      return await tryTransaction(pool, work);
    } catch (error) {
      if (!isLostRace(error)) throw error;
      await sleep(waitMs);
    }
  }
  return await tryTransaction(pool, work);
}

async function tryTransaction<Result>(pool: Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const actor = findScope()?.actor;
  let broken: Error | undefined;
  const noteBreak = (error: Error): void => {
    broken = error;
  };
  client.on('error', noteBreak);
  try {
    const afterwards: (() => void)[] = [];
    await client.query(toBegin(actor));
    const result = await work(makeTransaction(client, afterwards));
    await client.query('commit');
    if (actor !== undefined) actor.hasCommitted = true;
    for (const then of afterwards) then();
    return result;
  } catch (error) {
    await client.query('rollback').catch(noteBreak);
    throw error;
  } finally {
    client.off('error', noteBreak);
    client.release(broken);
  }
}

/** Who acts is said in the message that begins the transaction, so that it costs no round trip. */
function toBegin(actor: Actor | undefined): string {
  return actor === undefined ? 'begin' : `begin; set local sightline.actor = ${pg.escapeLiteral(actor.said)}`;
}

function makeTransaction(client: PoolClient, afterwards: (() => void)[]): Transaction {
  return { client, query: makeQuery(client), afterCommit: (then) => void afterwards.push(then) };
}

function isLostRace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const DATE_ARRAY = 1182;

type Parser = (text: string) => unknown;

const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [INT8, Number],
  [NUMERIC, Number],
  [DATE, String],
  [INT8_ARRAY, (text) => parseArray(text, Number)],
  [NUMERIC_ARRAY, (text) => parseArray(text, Number)],
  [DATE_ARRAY, (text) => parseArray(text, String)],
]);

/** Ours for this pool only: other users of `pg` in this process keep the library's. */
const getTypeParser = ((oid: number, format: 'text' | 'binary' = 'text') =>
  (format === 'text' ? PARSERS.get(oid) : undefined) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

/** One-dimensional arrays of things that are written without quotes. */
function parseArray<Value>(text: string, parse: (item: string) => Value): (Value | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : parse(item)));
}

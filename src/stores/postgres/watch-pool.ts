import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';

/** A statement without any byte of an answer for so long is looked after. */
const SILENT_MS = 4_000;
const LOOK_EVERY_MS = 1_000;
/** A server that is well answers a look within this; together they stay below 10 s. */
const LOOK_MS_MAX = 3_000;
/** An answer may be on its way for so long. */
const ON_ITS_WAY_MS = 2_000;
const READ_ONLY = '25006';
const TOO_MANY_CONNECTIONS = '53300';
/** Connections of a server that takes no writes are replaced at most this often. */
const RENEW_EVERY_MS = 1_000;

export interface WatchOptions {
  readonly connectionString: string;
  readonly logger: Logger;
  /** Called with what the server refuses a statement with. */
  readonly onRefusal?: (code: string | undefined) => void;
  /** Called when connections may lead to a server that is not the one any more. */
  readonly onRenew?: () => void;
}

/** What is public of a connection only by its messages. */
interface Wire extends EventEmitter {
  readonly stream: Socket;
}

interface Watched {
  readonly client: PoolClient;
  readonly pid: number;
  /** Since when there is a statement without an answer. */
  askedAt: number | undefined;
  heardAt: number;
}

/**
 * Notices what a pool alone does not: connections that were cut without a sign, a server that takes connections and answers nothing, and
 * one that takes no writes any more. A statement that is silent for a while is looked for at the server, by another connection: a
 * server that works on it is left alone however long that takes; a connection whose statement it does not know of is closed. While the
 * server answers no look, connections are refused at once.
 * @returns what ends the watch
 */
export function watchPool(pool: Pool, { connectionString, logger, onRefusal, onRenew }: WatchOptions): () => void {
  const watched = new Map<PoolClient, Watched>();
  let isAway = false;
  let isLooking = false;
  let renewedAt = -Infinity;

  const renew = (): void => {
    if (performance.now() - renewedAt < RENEW_EVERY_MS) return;
    renewedAt = performance.now();
    void closeIdle(pool);
    onRenew?.();
  };
  const refuse = (error: { readonly code?: string; cause?: unknown }): void => {
    onRefusal?.(error.code);
    if (error.code !== READ_ONLY) return;
    error.cause ??= Object.assign(new Error('PostgreSQL takes no writes now'), { code: CANNOT_CONNECT_NOW });
    renew();
  };
  pool.on('connect', (client) => {
    const wire = wireOf(client);
    const entry: Watched = { client, pid: pidOf(client), askedAt: undefined, heardAt: performance.now() };
    watched.set(client, entry);
    wire.on('errorMessage', refuse);
    wire.stream.on('data', () => {
      entry.heardAt = performance.now();
    });
    client.on('drain', () => {
      entry.askedAt = undefined;
    });
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      entry.askedAt ??= performance.now();
      return query(...given);
    }) as typeof client.query;
  });
  pool.on('remove', (client) => void watched.delete(client));

  const listSilent = (): Watched[] => {
    const before = performance.now() - SILENT_MS;
    return [...watched.values()].filter(({ askedAt, heardAt }) => askedAt !== undefined && Math.max(askedAt, heardAt) < before);
  };
  const look = async (): Promise<void> => {
    const silent = listSilent();
    if (silent.length === 0 && !isAway) return;
    const found = await lookAt(
      connectionString,
      silent.map(({ pid }) => pid),
    );
    if (found === 'unknown') return;
    if (found === 'away') {
      if (!isAway) logger.warn({ statements: silent.length }, 'PostgreSQL does not answer: connections are refused until it does');
      isAway = true;
      for (const { client } of silent) cut(client);
      return;
    }
    if (isAway) logger.info('PostgreSQL answers again');
    isAway = false;
    const lost = silent.filter((entry) => !found.has(entry.pid) && listSilent().includes(entry));
    if (lost.length === 0) return;
    logger.warn({ connections: lost.length }, 'connections to PostgreSQL were cut without a sign; they are replaced');
    for (const { client } of lost) cut(client);
    renew();
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => logger.warn({ error: messageOf(error) }, 'looking after connections failed'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS).unref();

  guardConnect(pool, () => isAway);
  return () => clearInterval(timer);
}

/** SQLSTATE of a server that starts: what every user of the pool takes for a server that is away for a while. */
const CANNOT_CONNECT_NOW = '57P03';

type Taken = (error?: Error, client?: PoolClient, release?: (error?: Error) => void) => void;

/**
 * Callers fail at once while the server is away, and after a while when no connection is free; `pool.query` goes the same way. The
 * pool's own time is that of the clock: a start that loads its sources for half a minute would take its server for silent.
 */
function guardConnect(pool: Pool, isAway: () => boolean): void {
  const connect = pool.connect.bind(pool) as (then: Taken) => void;
  const take = (then: Taken): void => {
    if (isAway()) return then(Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' }));
    if (pool.idleCount > 0) return connect(then);
    let isOver = false;
    const end = whenAwakeFor(WAIT_MS_MAX, () => {
      isOver = true;
      then(new Error('timeout exceeded when trying to connect'));
    });
    connect((error, client, release) => {
      end();
      if (isOver) client?.release();
      else then(error, client, release);
    });
  };
  const takeLater = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => {
      take((error, client) => (client === undefined ? reject(error as Error) : resolve(client)));
    });
  pool.connect = ((then?: Taken) => (then === undefined ? takeLater() : take(then))) as typeof pool.connect;
}

/** Closes the connections that are free now; the next caller opens another. */
async function closeIdle(pool: Pool): Promise<void> {
  const taken = await Promise.allSettled(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const one of taken) if (one.status === 'fulfilled') one.value.release(true);
}

/**
 * The connections of these processes of the server that it works for, or that had an answer a moment ago. `away`: the server does
 * not answer. `unknown`: it cannot be said.
 */
async function lookAt(connectionString: string, pids: readonly number[]): Promise<ReadonlySet<number> | 'away' | 'unknown'> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  const end = whenAwakeFor(LOOK_MS_MAX, () => cut(client));
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any ($1) and (state in ('active', 'disabled') or state is null
         or state_change > clock_timestamp() - $2 * interval '1 millisecond')`,
      [pids, ON_ITS_WAY_MS],
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    return (error as { code?: unknown }).code === TOO_MANY_CONNECTIONS ? 'unknown' : 'away';
  } finally {
    end();
    cut(client);
  }
}

/** Ends a connection without a word to the server, which may not be there. */
function cut(client: pg.ClientBase, reason?: Error): void {
  wireOf(client).stream.destroy(reason);
}

function wireOf(client: pg.ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection;
}

/** As the server says it: behind a pooler the number in the protocol is the pooler's. */
const pids = new WeakMap<pg.ClientBase, number>();

function pidOf(client: pg.ClientBase): number {
  return pids.get(client) ?? (client as unknown as { processID: number }).processID;
}

/** How long a server may take to accept a connection, and then its settings. */
const CONNECT_MS_MAX = 5_000;
/** How long a caller waits for a free connection of a busy pool. */
const WAIT_MS_MAX = 30_000;
/** The system looks after a connection that was silent for so long. */
const KEEPALIVE_MS = 10_000;

class QuickClient extends pg.Client {
  constructor(given?: string | pg.ClientConfig) {
    super(given);
    // One that breaks between two statements of its holder fails the next of them. Without a listener it would end the process.
    this.on('error', () => undefined);
    const end = whenAwakeFor(CONNECT_MS_MAX, () => cut(this, new Error('timeout expired')));
    this.once('connect', end).once('end', end);
  }
}

const TICK_MS = 250;

/**
 * Calls when this process was awake for so long, its event loop and the threads that names and passwords of new connections need: what
 * keeps it busy, such as the loading of its sources or the packing of answers, must not look like a server that is silent.
 * @returns what ends the wait
 */
function whenAwakeFor(ms: number, then: () => void): () => void {
  let restMs = ms;
  let areThreadsFree = true;
  const timer = setInterval(() => {
    if (!areThreadsFree) return;
    areThreadsFree = false;
    randomBytes(1, () => {
      areThreadsFree = true;
    });
    restMs -= TICK_MS;
    if (restMs > 0) return;
    clearInterval(timer);
    then();
  }, TICK_MS).unref();
  return () => clearInterval(timer);
}

/** How a pool of ours connects. @param settings statements for each new connection */
export function toConnecting(settings: string): Pick<pg.PoolConfig, 'keepAlive' | 'onConnect'> {
  const connecting = {
    Client: QuickClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    // Awaited by the pool, though its types do not say so.
    onConnect: (client: pg.ClientBase) => setUp(client, settings) as never,
  };
  return connecting;
}

/** A server that accepts a connection and answers nothing is away. */
async function setUp(client: pg.ClientBase, settings: string): Promise<void> {
  const end = whenAwakeFor(CONNECT_MS_MAX, () => cut(client));
  const results: unknown = await client.query(`${settings}; select pg_backend_pid() as pid`).finally(end);
  const pid = (results as { rows: { pid?: number }[] }[]).at(-1)?.rows[0]?.pid;
  if (pid !== undefined) pids.set(client, pid);
}

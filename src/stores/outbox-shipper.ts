import type { PoolClient } from 'pg';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { within } from '#kernel/within.ts';
import type { ClickHouse } from './clickhouse/types.ts';
import { shippedRows, shippingFailures } from './measures.ts';
import { SHIPPING_LOCK } from './outbox-types.ts';
import { deleteBatch, listWaitingTables, openBatch, readBatch, type Batch, type BatchLimits } from './outbox-batches.ts';
import type { Postgres, Sql } from './postgres/types.ts';

/** A stop waits for the last shipment no longer. */
const LAST_SHIPMENT_MS_MAX = 1_500;
const BACKOFF_MIN_MS = 1_000;
const BACKOFF_MAX_MS = 60_000;
/** After so many failures in a row the log line is an error: ClickHouse is down, or refuses a row. */
const FAILURES_TO_ALARM = 5;
/** A batch filled to this share was cut off by the limits: more rows wait behind it. */
const FULL_SHARE = 0.5;

export interface ShipperOptions {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly logger: Logger;
  readonly batch: BatchLimits;
  readonly intervalMs: number;
}

export interface Shipper {
  /** Begins to ship in the background, every interval and when woken. */
  start(): void;
  /** Ships in the background within the delay. Does nothing while stopped. */
  wake(delayMs: number): void;
  /** Ships once, now, whatever failed before. Throws the first failure. */
  shipNow(): Promise<void>;
  /** Ends the background work; ships one last time before. */
  stop(): Promise<void>;
}

/** What keeps a table from being tried again too soon. */
interface Failure {
  readonly count: number;
  readonly retryAt: number;
}

/** Carries batches from the outbox to ClickHouse, one table after another. */
export function makeShipper(options: ShipperOptions): Shipper {
  const { logger } = options;
  const failures = new Map<string, Failure>();
  const alarm = makeAlarm(() => void enqueue(shipInBackground));
  let isRunning = false;
  let interval: NodeJS.Timeout | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  let asked: Promise<void> | undefined;

  /** Rounds of this process follow each other. */
  function enqueue<Result>(round: () => Promise<Result>): Promise<Result> {
    const result = tail.then(round);
    tail = result.catch(() => undefined);
    return result;
  }

  function wake(delayMs: number): void {
    if (isRunning) alarm.set(delayMs);
  }

  async function shipInBackground(): Promise<void> {
    try {
      await withLock(options.postgres, 'try', () => shipTables((table) => (failures.get(table)?.retryAt ?? 0) <= performance.now()));
    } catch (error) {
      logger.warn({ error: messageOf(error), retryInMs: BACKOFF_MIN_MS }, 'the outbox could not be read');
      wake(BACKOFF_MIN_MS);
    }
  }

  /** Tries every table that may be tried, and returns what went wrong. */
  async function shipTables(mayTry: (table: string) => boolean): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (const table of await listWaitingTables(options.postgres)) {
      if (!mayTry(table)) continue;
      try {
        while ((await shipBatch(table, options)) === 'full');
        failures.delete(table);
      } catch (error) {
        shippingFailures.add(1, { table });
        errors.push(error);
        putOff(table, error);
      }
    }
    return errors;
  }

  function putOff(table: string, error: unknown): void {
    const count = (failures.get(table)?.count ?? 0) + 1;
    const retryInMs = Math.min(BACKOFF_MIN_MS * 2 ** (count - 1), BACKOFF_MAX_MS);
    failures.set(table, { count, retryAt: performance.now() + retryInMs });
    const level = count < FAILURES_TO_ALARM ? 'warn' : 'error';
    logger[level]({ table, failures: count, retryInMs, error: messageOf(error) }, 'rows for ClickHouse wait: shipping failed');
    wake(retryInMs);
  }

  return {
    wake,
    start: () => {
      if (isRunning) return;
      isRunning = true;
      interval = setInterval(() => wake(0), options.intervalMs).unref();
      wake(0);
    },
    // Who asks while a round is still to begin is served by it: many at once cost one write.
    shipNow: () =>
      (asked ??= enqueue(async () => {
        asked = undefined;
        const errors = await withLock(options.postgres, 'wait', () => shipTables(() => true));
        if (errors !== undefined && errors.length > 0) throw errors[0];
      })),
    stop: async () => {
      if (!isRunning) return;
      isRunning = false;
      clearInterval(interval);
      alarm.clear();
      // What does not arrive in time is shipped by the next process under the same token.
      await within(LAST_SHIPMENT_MS_MAX, enqueue(shipInBackground)).catch(() => undefined);
    },
  };
}

/** One timer that keeps the earliest of the times it was set to. */
function makeAlarm(ring: () => void): { set(delayMs: number): void; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  return {
    set: (delayMs) => {
      const at = performance.now() + delayMs;
      if (at >= ringsAt) return;
      clearTimeout(timer);
      ringsAt = at;
      timer = setTimeout(() => {
        ringsAt = Number.POSITIVE_INFINITY;
        ring();
      }, delayMs).unref();
    },
    clear: () => {
      clearTimeout(timer);
      ringsAt = Number.POSITIVE_INFINITY;
    },
  };
}

async function shipBatch(table: string, { postgres, clickhouse, batch: limits }: ShipperOptions): Promise<'empty' | 'small' | 'full'> {
  const batch = await openBatch(postgres, table, limits);
  if (batch === undefined) return 'empty';
  const { lines, rowsCount } = await deliver(batch, { postgres, clickhouse });
  const isFull = rowsCount >= limits.rowsMax * FULL_SHARE || lines.length >= limits.bytesMax * FULL_SHARE;
  return isFull ? 'full' : 'small';
}

/**
 * Runs `work` while shipping is locked: batches under way have arrived, and new rows stay in the
 * outbox. Each row is then either in ClickHouse or in the outbox, never in both.
 */
export async function whileNothingShips<Result>(
  { postgres, clickhouse }: Pick<ShipperOptions, 'postgres' | 'clickhouse'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = await withLock(postgres, 'wait', async () => {
    for (const batch of await listOpenBatches(postgres)) await deliver(batch, { postgres, clickhouse });
    return { result: await work() };
  });
  if (done === undefined) throw new Error('the lock of the outbox was not had');
  return done.result;
}

/** Those whose shipment was begun and not seen to end. */
async function listOpenBatches(sql: Sql): Promise<Batch[]> {
  const { rows } = await sql.query<{ table: string; token: string; rowIds: number[] }>(
    'select table_name as "table", token, row_ids from outbox_batches order by table_name',
  );
  return rows;
}

async function deliver(batch: Batch, { postgres, clickhouse }: Pick<ShipperOptions, 'postgres' | 'clickhouse'>) {
  const { lines, rowsCount } = await readBatch(postgres, batch);
  if (rowsCount > 0) await clickhouse.insertLines(batch.table, lines, batch.token);
  await deleteBatch(postgres, batch);
  shippedRows.add(rowsCount, { table: batch.table });
  return { lines, rowsCount };
}

/** The lock lives as long as its connection, so a dead process frees it. Undefined: another process ships. */
async function withLock<Result>(postgres: Postgres, mode: 'try' | 'wait', work: () => Promise<Result>): Promise<Result | undefined> {
  const client = await postgres.pool.connect();
  let isBroken = false;
  const noteBreak = (): void => {
    isBroken = true;
  };
  client.on('error', noteBreak);
  try {
    if (!(await lock(client, mode))) return undefined;
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [SHIPPING_LOCK]).catch(noteBreak);
    }
  } finally {
    client.off('error', noteBreak);
    client.release(isBroken);
  }
}

async function lock(client: PoolClient, mode: 'try' | 'wait'): Promise<boolean> {
  if (mode === 'wait') {
    await client.query('select pg_advisory_lock($1)', [SHIPPING_LOCK]);
    return true;
  }
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SHIPPING_LOCK]);
  return rows[0]?.locked ?? false;
}

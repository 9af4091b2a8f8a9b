import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { ClickHouse } from './clickhouse/types.ts';
import { createOutboxRow, hasRowsUpTo, measureBacklog } from './outbox-batches.ts';
import { makeShipper } from './outbox-shipper.ts';
import type { Outbox } from './outbox-types.ts';
import type { Postgres, Sql } from './postgres/types.ts';

/** When rows are shipped and how many wait at most; the defaults suit one process. */
export interface OutboxLimits {
  /** Rows wait at most this long. */
  readonly intervalMs?: number;
  /** So many rows are shipped without waiting for the interval. */
  readonly rowsToShip?: number;
  /** How long a full shipment is put off so that it grows: many small parts cost ClickHouse more. */
  readonly lingerMs?: number;
  readonly batchRowsMax?: number;
  readonly batchBytesMax?: number;
  /** From so many waiting rows on there is no room for more (`findRoom`). */
  readonly highWaterRows?: number;
}

export interface OutboxOptions extends OutboxLimits {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly logger: Logger;
}

const DEFAULTS: Required<OutboxLimits> = {
  intervalMs: 30_000,
  rowsToShip: 100,
  lingerMs: 3_000,
  // An engine in this process holds many times the text of a batch while it writes it, and questions wait meanwhile.
  batchRowsMax: 10_000,
  batchBytesMax: 8 * 1024 * 1024,
  highWaterRows: 200_000,
};

/** Most bytes of one append, kept in one row. */
const LINES_BYTES_MAX = 2 * 1024 * 1024;
const LINES_MAX = 10_000;
const BACKLOG_FRESH_MS = 1_000;

/**
 * Rows on their way to ClickHouse. They are written beside the relational rows, in the same
 * transaction; then batches are fixed, shipped under a token that ClickHouse takes once, and
 * deleted. A crash at any moment repeats a batch with the same rows and token, so nothing is lost
 * and nothing is there twice. A table that cannot be written holds back only its own rows.
 */
export function makeOutbox({ postgres, clickhouse, logger, ...given }: OutboxOptions): Outbox {
  const limits = { ...DEFAULTS, ...given };
  const batch = { rowsMax: limits.batchRowsMax, bytesMax: limits.batchBytesMax };
  const shipper = makeShipper({ postgres, clickhouse, logger, batch, intervalMs: limits.intervalMs });
  const backlog = makeBacklog(postgres);
  let unannounced = 0;

  async function append(tx: Sql, table: string, rows: readonly object[]): Promise<void> {
    for (const chunk of toChunks(rows)) await createOutboxRow(tx, { table, ...chunk });
    noteAppended(rows.length);
  }

  function noteAppended(rows: number): void {
    backlog.add(rows);
    unannounced += rows;
    if (unannounced < limits.rowsToShip) return;
    unannounced = 0;
    shipper.wake(limits.lingerMs);
  }

  async function flush(): Promise<void> {
    const { lastId } = await measureBacklog(postgres);
    while (lastId > 0 && (await hasRowsUpTo(postgres, lastId))) await shipper.shipNow();
    backlog.forget();
  }

  async function tryFlush(): Promise<void> {
    await flush().catch((error: unknown) => logger.warn({ error: messageOf(error) }, 'history waits in the outbox'));
  }

  async function findRoom(): Promise<true | undefined> {
    if ((await backlog.estimate()) < limits.highWaterRows) return true;
    shipper.wake(0);
    return undefined;
  }

  const countPending = async (): Promise<number> => (await measureBacklog(postgres)).rows;
  return { append, noteAppended, flush, tryFlush, findRoom, countPending, start: shipper.start, stop: shipper.stop };
}

/** JSON lines in pieces of a few megabytes. */
function toChunks(rows: readonly object[]): { rowsCount: number; lines: string }[] {
  const chunks: { rowsCount: number; lines: string }[] = [];
  let lines: string[] = [];
  let size = 0;
  for (const row of rows) {
    const line = toLine(row);
    lines.push(line);
    size += line.length;
    if (size < LINES_BYTES_MAX && lines.length < LINES_MAX) continue;
    chunks.push({ rowsCount: lines.length, lines: lines.join('\n') });
    lines = [];
    size = 0;
  }
  if (lines.length > 0) chunks.push({ rowsCount: lines.length, lines: lines.join('\n') });
  return chunks;
}

/**
 * JavaScript texts can hold half of a character, cut from a longer text; ClickHouse refuses the line
 * and with it the batch. `JSON.stringify` writes such a half, and nothing else, as `\\ud...`.
 */
function toLine(row: object): string {
  const line = JSON.stringify(row);
  if (!line.includes('\\ud')) return line;
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/** How many rows wait: counted now and then, plus what this process added since. */
function makeBacklog(sql: Sql) {
  let counted = 0;
  let added = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  return {
    add: (rows: number): void => {
      added += rows;
    },
    forget: (): void => {
      countedAt = Number.NEGATIVE_INFINITY;
    },
    estimate: async (): Promise<number> => {
      if (performance.now() - countedAt > BACKLOG_FRESH_MS) {
        countedAt = performance.now();
        counted = (await measureBacklog(sql)).rows;
        added = 0;
      }
      return counted + added;
    },
  };
}

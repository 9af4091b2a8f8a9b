import type { Sql } from './postgres/types.ts';

/**
 * Advisory lock of the process that ships, one at a time. Two would only waste work: the insert
 * tokens drop duplicates. Migrations hold it too, so that no row arrives in a table that is being copied.
 */
export const SHIPPING_LOCK = 7_214_400_103;

/**
 * Rows on their way to ClickHouse (ARCHITECTURE.md, "Outbox"). They are written in the caller's
 * transaction and leave only after ClickHouse has taken them.
 */
export interface Outbox {
  /** Adds rows for a ClickHouse table; call it inside the transaction of the relational rows. */
  append(tx: Sql, table: string, rows: readonly object[]): Promise<void>;
  /**
   * Reports rows that a statement of the caller has inserted into the table `outbox` itself, to save
   * a round trip.
   */
  noteAppended(rows: number): void;
  /** Ships what waits, now; resolves when the rows that were there at the call have arrived. */
  flush(): Promise<void>;
  /** The same for callers that go on without ClickHouse: when it is down that is logged, and the rows are shipped later. */
  tryFlush(): Promise<void>;
  /** Rows that wait. */
  countPending(): Promise<number>;
  /**
   * Whether the backlog is below the high-water mark. Workflows that write much wait for that between
   * their steps, `ctx.waitUntil(() => ctx.outbox.findRoom())`, where a pause or a stop takes effect.
   */
  findRoom(): Promise<true | undefined>;
  start(): void;
  stop(): Promise<void>;
}

import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { Listener } from './listener.ts';

/** The answer to a statement. Columns have their names in camel case: `cost_usd` is `costUsd`. */
export interface Rows<Row> {
  readonly rows: Row[];
  /** Rows that were read or changed; null for a statement that does neither. */
  readonly rowCount: number | null;
}

/**
 * What a store function needs: what runs statements. It is either the pool or one
 * transaction, so that verbs compose and join the outer one.
 */
export interface Sql {
  /**
   * One statement with bound values. With a `name` (one per text) the server parses and plans it once
   * per connection: for hot statements.
   */
  query<Row extends object = QueryResultRow>(text: string, values?: readonly unknown[], name?: string): Promise<Rows<Row>>;
}

/** An open transaction; the workflow engine enqueues work in it through `client`, where columns keep the names of the database. */
export interface Transaction extends Sql {
  readonly client: PoolClient;
  /** Runs `then` when the transaction has committed, and not when it is rolled back or tried again. It must not throw. */
  afterCommit(then: () => void): void;
}

export interface Postgres extends Sql {
  readonly pool: Pool;
  /** Notifications from other processes, on one connection of the pool. */
  readonly listener: Listener;
  readonly connectionString: string;
  /**
   * Commits what `work` did, or nothing. Retries serialization failures and deadlocks. PostgreSQL ends one
   * that rests for 30 s between two statements.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * What this process keeps in memory of this database for as long as it is open: made by the first who asks for it, and known by
   * the function that makes it.
   */
  recall<Value>(make: () => Value): Value;
  /** Since a statement of this process last failed because the server's disk is full, in milliseconds; infinite when none did. */
  getDiskFullAgeMs(): number;
  close(): Promise<void>;
}

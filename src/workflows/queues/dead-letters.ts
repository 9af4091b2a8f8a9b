import { AppError, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Postgres, Sql, Transaction } from '#stores/postgres/types.ts';

/** A workflow that failed after all its tries (docs/queues.md). */
export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  readonly workflow: string;
  readonly workflowId: string;
  /** The workflow's input. */
  readonly payload: unknown;
  readonly error: string;
  readonly attempts: number;
  readonly failedAt: Date;
  readonly retriedAt: Date | undefined;
}

export interface DeadLetters {
  /** Newest first. */
  list(filter: DeadLetterFilter): Promise<DeadLetter[]>;
  count(filter: Omit<DeadLetterFilter, 'limit' | 'offset'>): Promise<number>;
  /** How many were not sent again. */
  countWaiting(): Promise<number>;
  /**
   * Starts the workflow again under a fresh id, which it returns.
   * @throws AppError 404 when there is no such letter, 409 when it was sent again already
   */
  retry(id: string): Promise<string>;
  /** Deletes all letters, or those of one queue; returns how many. */
  purge(queue?: string): Promise<number>;
}

export interface DeadLetterFilter {
  readonly queue?: string;
  /** Any of these. */
  readonly queues?: readonly string[];
  readonly workflow?: string;
  readonly since?: Date;
  readonly limit: number;
  readonly offset: number;
}

/** Starts a workflow in a transaction, under a fresh id. */
type Restart = (tx: Transaction, workflow: string, payload: unknown) => Promise<string>;

export function makeDeadLetters(postgres: Postgres, restart: Restart): DeadLetters {
  return {
    list: (filter) => listLetters(postgres, filter),
    count: (filter) => countLetters(postgres, filter),
    countWaiting: () => countWaiting(postgres),
    retry: (id) =>
      postgres.transaction(async (tx) => {
        const letter = await lockLetter(tx, id);
        if (!letter) throw notFound('Dead letter');
        if (letter.retriedAt !== null)
          throw new AppError('conflict', 'Dead letter was already retried', { details: { retried_at: letter.retriedAt } });
        await tx.query('update dead_letters set retried_at = now() where id = $1', [id]);
        return await restart(tx, letter.workflow, letter.payload);
      }),
    purge: (queue) => purgeLetters(postgres, queue),
  };
}

export type Failure = Omit<DeadLetter, 'id' | 'failedAt' | 'retriedAt'>;

/** Writes the letter; doing it again after a crash changes nothing. */
export async function recordDeadLetter(sql: Sql, failure: Failure): Promise<void> {
  await sql.query(
    `insert into dead_letters (id, queue, workflow, workflow_id, payload, error, attempts)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (workflow_id) do nothing`,
    [
      newId('dl_'),
      failure.queue,
      failure.workflow,
      failure.workflowId,
      JSON.stringify(failure.payload ?? null),
      failure.error,
      failure.attempts,
    ],
  );
}

const WHERE = `($1::text[] is null or queue = any ($1)) and ($2::text is null or workflow = $2) and ($3::timestamptz is null or failed_at >= $3)`;

async function listLetters(sql: Sql, filter: DeadLetterFilter): Promise<DeadLetter[]> {
  const { rows } = await sql.query<Omit<DeadLetter, 'retriedAt'> & { retriedAt: Date | null }>(
    `select id, queue, workflow, workflow_id, payload, error, attempts, failed_at, retried_at
       from dead_letters where ${WHERE} order by failed_at desc, id limit $4 offset $5`,
    [...toValues(filter), filter.limit, filter.offset],
  );
  return rows.map((row) => ({ ...row, retriedAt: row.retriedAt ?? undefined }));
}

async function countLetters(sql: Sql, filter: Omit<DeadLetterFilter, 'limit' | 'offset'>): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(`select count(*) as count from dead_letters where ${WHERE}`, toValues(filter));
  return rows[0]?.count ?? 0;
}

async function countWaiting(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>('select count(*) as count from dead_letters where retried_at is null');
  return rows[0]?.count ?? 0;
}

function toValues({ queue, queues, workflow, since }: Omit<DeadLetterFilter, 'limit' | 'offset'>): unknown[] {
  return [queue === undefined ? (queues ?? null) : [queue], workflow ?? null, since ?? null];
}

interface LockedLetter {
  readonly workflow: string;
  readonly payload: unknown;
  readonly retriedAt: Date | null;
}

async function lockLetter(sql: Sql, id: string): Promise<LockedLetter | undefined> {
  const { rows } = await sql.query<LockedLetter>('select workflow, payload, retried_at from dead_letters where id = $1 for update', [id]);
  return rows[0];
}

async function purgeLetters(sql: Sql, queue: string | undefined): Promise<number> {
  const { rowCount } = await sql.query('delete from dead_letters where $1::text is null or queue = $1', [queue ?? null]);
  return rowCount ?? 0;
}

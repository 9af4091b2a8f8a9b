import { setTimeout as sleep } from 'node:timers/promises';
import type { ListenerQuery, Subscription } from '#stores/postgres/listener.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';

/**
 * Signals between processes through PostgreSQL's notifications: a queue got work, a workflow is to be
 * paused. They save time only: polling finds what a lost signal would have said.
 */
const CHANNEL = 'sightline_workflows';
const LOCK_RETRY_MS = 1_000;

const KINDS = ['queue', 'pause', 'resume', 'terminate'] as const;
export type SignalKind = (typeof KINDS)[number];

export interface Signal {
  readonly kind: SignalKind;
  /** A queue's name or a workflow's id. */
  readonly subject: string;
}

/** Sent when the transaction commits. */
export async function sendSignal(sql: Sql, kind: SignalKind, subject: string): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [CHANNEL, `${kind}:${subject}`]);
}

/** One for each subject. */
export async function sendSignals(sql: Sql, kind: SignalKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await sql.query('select count(pg_notify($1, subject)) from unnest($2::text[]) as subject', [
    CHANNEL,
    subjects.map((subject) => `${kind}:${subject}`),
  ]);
}

export interface Signals {
  /** @throws when PostgreSQL cannot be reached */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SignalsOptions {
  readonly postgres: Postgres;
  /** Locked on the listening connection for as long as it lives: a free lock is the sign of a dead process. */
  readonly executorId: string;
  readonly onSignal: (signal: Signal) => void;
}

export function makeSignals({ postgres: { listener }, executorId, onSignal }: SignalsOptions): Signals {
  let isStopped = false;
  /**
   * Tries until the server has noticed that the connection before this one is gone. Waiting for the lock in
   * the server would keep the notifications of the whole process.
   */
  const lock = async (query: ListenerQuery): Promise<void> => {
    const tryLock = async () => (await query('select pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours', [executorId])).rows[0];
    while (!isStopped && (await tryLock()).is_ours !== true) await sleep(LOCK_RETRY_MS, undefined, { ref: false });
  };
  const subscription: Subscription = {
    channels: [CHANNEL],
    onNotification: (channel, payload) => {
      const [kind, subject] = payload.split(/:(.*)/su);
      const known = KINDS.find((name) => name === kind);
      if (channel === CHANNEL && known !== undefined) onSignal({ kind: known, subject: subject ?? '' });
    },
    onConnect: lock,
  };
  return {
    start: () => listener.subscribe(subscription),
    async stop() {
      isStopped = true;
      // A connection that breaks here has no lock either.
      await listener.query('select pg_advisory_unlock(hashtextextended($1, 0))', [executorId]).catch(() => undefined);
      listener.unsubscribe(subscription);
    },
  };
}

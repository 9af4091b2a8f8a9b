import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import { makeWakeupSignal } from '../runs/wakeup-signal.ts';

/**
 * Signals between processes through PostgreSQL's notifications: a queue got work, a workflow is to be
 * paused. They save time only: polling finds what a lost signal would have said.
 */
const CHANNEL = 'sightline_workflows';
const RECONNECT_MS = 1_000;

export type SignalKind = 'queue' | 'pause' | 'resume' | 'terminate';

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
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface SignalsOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  /** Locked on the connection for as long as it lives: a free lock is the sign of a dead process. */
  readonly executorId: string;
  readonly onSignal: (signal: Signal) => void;
}

/** Listens on one connection of its own and gets a new one when it breaks. */
export function makeSignals({ postgres, logger, executorId, onSignal }: SignalsOptions): Signals {
  let connection: ListenConnection | undefined;
  let isStopped = false;
  const stopped = makeWakeupSignal();

  const connect = async (): Promise<void> => {
    const fresh = await openListenConnection(postgres, {
      onPayload: (payload) => {
        const signal = toSignal(payload);
        if (signal) onSignal(signal);
      },
      onLost: (error) => {
        if (isStopped) return;
        logger.warn({ error: error?.message }, 'the connection for workflow signals broke');
        void reconnect();
      },
    });
    await fresh.listen(executorId);
    connection = fresh;
  };

  const reconnect = async (): Promise<void> => {
    for (let isBack = false; !isBack && !isStopped;) {
      await stopped.wait(RECONNECT_MS);
      if (isStopped) return;
      isBack = await connect().then(
        () => true,
        (error: unknown) => {
          logger.warn({ error: messageOf(error) }, 'no connection for workflow signals');
          return false;
        },
      );
    }
  };

  return {
    start: connect,
    async stop() {
      isStopped = true;
      stopped.wake();
      await connection?.close();
    },
  };
}

/** A connection that listens. */
interface ListenConnection {
  /** @throws when the connection breaks meanwhile; it is closed then */
  listen(executorId: string): Promise<void>;
  close(): Promise<void>;
}

interface ListenEvents {
  readonly onPayload: (payload: string) => void;
  /** Once, when it breaks after `listen`. */
  readonly onLost: (error: Error | undefined) => void;
}

async function openListenConnection(postgres: Postgres, { onPayload, onLost }: ListenEvents): Promise<ListenConnection> {
  const client = await postgres.pool.connect();
  let state: 'opening' | 'listening' | 'closed' = 'opening';
  const receive = ({ payload }: { payload?: string | undefined }): void => onPayload(payload ?? '');
  const handleLoss = (error?: Error): void => {
    const wasListening = state === 'listening';
    close(true);
    if (wasListening) onLost(error);
  };
  const close = (isBroken: boolean): void => {
    if (state === 'closed') return;
    state = 'closed';
    client.off('notification', receive).off('error', handleLoss).off('end', handleLoss);
    client.release(isBroken);
  };
  client.on('notification', receive).on('error', handleLoss).on('end', handleLoss);
  return {
    async listen(executorId) {
      try {
        await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [executorId]);
        await client.query(`listen ${CHANNEL}`);
        state = 'listening';
      } catch (error) {
        close(true);
        throw error;
      }
    },
    async close() {
      if (state === 'closed') return;
      state = 'opening';
      // The lock and the channel belong to the connection: one that cannot give them up is thrown away.
      const isClean = await client.query(`unlisten ${CHANNEL}; select pg_advisory_unlock_all()`).then(
        () => true,
        () => false,
      );
      close(!isClean);
    },
  };
}

function toSignal(payload: string): Signal | undefined {
  const [kind, ...rest] = payload.split(':');
  if (kind !== 'queue' && kind !== 'pause' && kind !== 'resume' && kind !== 'terminate') return undefined;
  return { kind, subject: rest.join(':') };
}

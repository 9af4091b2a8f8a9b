import type { PoolClient } from 'pg';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '../postgres/types.ts';

const RECONNECT_MS = 1_000;

/** Runs a statement on the line's connection. */
export type Say = (text: string, values?: readonly unknown[]) => Promise<unknown>;

export interface Notice {
  readonly channel: string;
  readonly payload: string;
  /** Number of the server process that serves the sender's connection. */
  readonly from: number;
}

export interface LineOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  /** Runs on every new connection, before anything else. */
  readonly prepare: (say: Say) => Promise<void>;
  /** What others have sent; what this line sent itself is not heard. */
  readonly hear: (notice: Notice) => void;
}

/** One connection for hearing and sending notices, made anew whenever it breaks. */
export interface Line {
  /** Ends when the first try has ended, well or not. */
  start(): Promise<void>;
  stop(): void;
  /** False when there was no connection, or the statement failed; never throws. */
  say(text: string, values?: readonly unknown[]): Promise<boolean>;
}

export function makeLine(options: LineOptions): Line {
  const { postgres, logger } = options;
  let current: Connection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const retry = (error: unknown): void => {
    current = undefined;
    if (isStopped) return;
    logger.warn({ error: messageOf(error) }, 'no connection for live events; trying again');
    timer = setTimeout(() => void connect(), RECONNECT_MS).unref();
  };
  const connect = async (): Promise<void> => {
    try {
      const fresh = makeConnection(await postgres.pool.connect(), options.hear, retry);
      current = fresh;
      if (isStopped) fresh.close();
      else await options.prepare(fresh.say).catch((error: unknown) => fresh.close(error));
    } catch (error) {
      retry(error);
    }
  };
  return {
    start: connect,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      current?.close();
    },
    async say(text, values) {
      if (!current) return false;
      return await current.say(text, values).then(
        () => true,
        (error: unknown) => {
          logger.debug({ error: messageOf(error) }, 'a live notice was lost');
          return false;
        },
      );
    },
  };
}

interface Connection {
  readonly say: Say;
  /** The connection is thrown away: its channels and settings are its own. */
  close(error?: unknown): void;
}

function makeConnection(client: PoolClient, hear: LineOptions['hear'], onLost: (error: unknown) => void): Connection {
  let isOpen = true;
  const own = (client as PoolClient & { readonly processID?: number }).processID;
  const close = (error?: unknown): void => {
    if (!isOpen) return;
    isOpen = false;
    client.release(true);
    onLost(error ?? 'the connection was closed');
  };
  client.on('notification', ({ channel, payload = '', processId }) => {
    if (isOpen && processId !== own) hear({ channel, payload, from: processId });
  });
  // The listeners stay: a connection may fail once more while it closes.
  client.on('error', close).on('end', () => close());
  return { say: (text, values) => client.query(text, values as unknown[] | undefined), close };
}

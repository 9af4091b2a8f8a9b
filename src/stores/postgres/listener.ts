import type { Pool, PoolClient, QueryResult } from 'pg';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';

const RECONNECT_MS = 1_000;
const PULSE_MS = 5_000;

/** Runs a statement on the connection of the listener. @throws when there is none, or it breaks */
export type ListenerQuery = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/** What one part of the process listens to. */
export interface Subscription {
  readonly channels: readonly string[];
  /** Called with what arrives on any channel that the connection listens to, of other subscriptions too. It must not throw. */
  readonly onNotification: (channel: string, payload: string) => void;
  /**
   * Runs on every new connection once it listens: here is looked at again what may have been missed. When it
   * fails, the connection is replaced.
   */
  readonly onConnect: (query: ListenerQuery) => Promise<unknown>;
}

/**
 * The one connection of a process that listens to notifications of PostgreSQL. It is open while there are
 * subscriptions, and is replaced when it breaks.
 */
export interface Listener {
  /** @throws when there is no connection yet; the subscription is kept, and holds from the next connection on */
  subscribe(subscription: Subscription): Promise<void>;
  /** The connection is closed with the last one; until then it listens to the channels still. */
  unsubscribe(subscription: Subscription): void;
  readonly query: ListenerQuery;
  /** Replaces the connection: it may lead to a server that is not the one any more. */
  renew(): void;
  /** Ends all subscriptions. */
  close(): void;
}

export function makeListener(pool: Pool, logger: Logger): Listener {
  const subscriptions = new Set<Subscription>();
  let current: Promise<Connection> | undefined;
  let timer: NodeJS.Timeout | undefined;
  // A connection that only listens would never notice that it was cut.
  const pulse = setInterval(() => void feelPulse(), PULSE_MS).unref();
  const feelPulse = async (): Promise<unknown> => {
    const connection = await current?.catch(() => undefined);
    return await connection?.query('select 1').catch(() => undefined);
  };

  const receive = (channel: string, payload: string): void => {
    for (const { onNotification } of subscriptions) onNotification(channel, payload);
  };
  const reconnect = (reason: unknown): void => {
    current = undefined;
    if (subscriptions.size === 0) return;
    logger.warn({ error: messageOf(reason) }, 'no connection for notifications of PostgreSQL; trying again');
    timer = setTimeout(() => void prepareAll(), RECONNECT_MS).unref();
  };
  const prepareAll = (): Promise<unknown> => Promise.allSettled([...subscriptions].map((each) => prepare(each)));
  const open = (): Promise<Connection> => {
    const end = (reason: unknown): void => {
      if (current === opening) reconnect(reason);
    };
    const opening = openConnection(pool, receive, end);
    return opening;
  };
  const prepare = async (subscription: Subscription): Promise<void> => await (await (current ??= open())).prepare(subscription);
  return {
    async subscribe(subscription) {
      subscriptions.add(subscription);
      await prepare(subscription);
    },
    unsubscribe(subscription) {
      subscriptions.delete(subscription);
      if (subscriptions.size === 0) this.close();
    },
    async query(text, values) {
      if (!current) throw new Error('there is no connection for notifications of PostgreSQL');
      return await (await current).query(text, values);
    },
    renew: () => void closeWhenOpen(current),
    close() {
      subscriptions.clear();
      clearTimeout(timer);
      clearInterval(pulse);
      void closeWhenOpen(current);
      current = undefined;
    },
  };
}

async function closeWhenOpen(opening: Promise<Connection> | undefined): Promise<void> {
  const connection = await opening?.catch(() => undefined);
  connection?.close();
}

interface Connection {
  readonly query: ListenerQuery;
  /** Sets a subscription up, once. */
  prepare(subscription: Subscription): Promise<void>;
  close(): void;
}

async function openConnection(
  pool: Pool,
  receive: (channel: string, payload: string) => void,
  onEnd: (reason: unknown) => void,
): Promise<Connection> {
  try {
    return makeConnection(await pool.connect(), receive, onEnd);
  } catch (error) {
    onEnd(error);
    throw error;
  }
}

function makeConnection(
  client: PoolClient,
  receive: (channel: string, payload: string) => void,
  onEnd: (reason: unknown) => void,
): Connection {
  const prepared = new Map<Subscription, Promise<void>>();
  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();

  /** The connection is thrown away: its channels and locks are its own. */
  const close = (error: unknown = new Error('the connection was closed')): void => {
    if (!isOpen) return;
    isOpen = false;
    client.release(true);
    onEnd(error);
  };
  client.on('notification', ({ channel, payload = '' }) => {
    if (isOpen) receive(channel, payload);
  });
  // These stay: a connection may fail once more while it closes.
  client.on('error', close).on('end', () => close());

  /** One statement after the other. */
  const query: ListenerQuery = (text, values) => {
    const asked = last.then(() => client.query(text, values as unknown[] | undefined));
    last = asked.catch(() => undefined);
    return asked;
  };
  const setUp = async ({ channels, onConnect }: Subscription): Promise<void> => {
    try {
      // Notifications change nothing on disk, so their commits need not wait for it.
      await query(['set synchronous_commit = off', ...channels.map((channel) => `listen ${channel}`)].join('; '));
      await onConnect(query);
    } catch (error) {
      close(error);
      throw error;
    }
  };
  return {
    query,
    close,
    async prepare(subscription) {
      if (!prepared.has(subscription)) prepared.set(subscription, setUp(subscription));
      await prepared.get(subscription);
    },
  };
}

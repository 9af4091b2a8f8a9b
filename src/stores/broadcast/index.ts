import { randomUUID } from 'node:crypto';
import { inBatches } from '#kernel/batching.ts';
import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import type { ListenerQuery, Subscription } from '../postgres/listener.ts';
import type { Postgres } from '../postgres/types.ts';
import { pack, unpack, type LiveEvent } from './batches.ts';

export { EVENT_BYTES_MAX, type LiveEvent } from './batches.ts';

/**
 * Live events between processes, through notifications of PostgreSQL. A process announces the topics that its
 * clients listen to, and repeats that while it lasts; topics without a listener are not sent. Events go in
 * batches, outside the transactions of the work that they are about: the work neither waits for them nor fails
 * with them. Events may be lost.
 */
export interface Broadcast {
  /** Ends after the first try to connect, whether or not it worked. */
  start(): Promise<void>;
  stop(): void;
  /** Whether another process listens. */
  isWanted(topic: string): boolean;
  /** Sends an event to the other processes that listen. */
  send(event: LiveEvent): void;
  /** Sets the topics that this process listens to. Ends when the other processes have the topics, or cannot be reached. */
  listen(topics: readonly string[]): Promise<void>;
}

export interface BroadcastOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Called with events of another process. */
  readonly onEvents: (events: readonly LiveEvent[]) => void;
  /** An API key was revoked or changed, in any process. Without an id: it may have been any key, while there was no connection. */
  readonly onKeyChange: (keyId: string | undefined) => void;
}

/** `<process> <topic>,<topic>`: what a process listens to. With `?` in place of topics: it asks the others for theirs. */
const TOPICS = 'sightline_live_topics';
/** Events; only processes with clients listen. */
const EVENTS = 'sightline_live_events';
/** The id of an API key that was revoked or changed; sent by a trigger. */
const KEYS = 'sightline_api_keys';
const ASK = '?';
const ANNOUNCE_MS = 10_000;
/** The topics of a process that announced nothing for so long are forgotten. */
const LEASE_MS = 3 * ANNOUNCE_MS;
/** From one batch to the next; an event that comes alone is sent at once. */
const SPACING_MS = 5;
const BATCH_MAX = 1_000;
/** Events that come while so many wait are lost. */
const WAITING_MAX = 10_000;
const NOTIFY = 'select pg_notify($1, payload) from unnest($2::text[]) as p (payload)';

export function makeBroadcast({ postgres: { listener }, logger, clock, onEvents, onKeyChange }: BroadcastOptions): Broadcast {
  const self = randomUUID();
  const others = new Map<string, { readonly topics: readonly string[]; readonly until: number }>();
  let topics: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let waiting = 0;

  const trySend = (query: ListenerQuery, channel: string, payloads: readonly string[]): Promise<unknown> =>
    query(NOTIFY, [channel, payloads]).catch((error: unknown) => logger.debug({ error: messageOf(error) }, 'live events were lost'));
  const announce = (): Promise<unknown> => trySend(listener.query, TOPICS, [`${self} ${topics.join(',')}`]);
  const sendEvent = inBatches<LiveEvent, void>(
    async (events) => {
      await trySend(listener.query, EVENTS, pack(self, events));
      waiting -= events.length;
      return [];
    },
    BATCH_MAX,
    SPACING_MS,
  );
  const noteTopics = (payload: string): void => {
    const [sender = '', list = ''] = payload.split(' ');
    if (sender === self) return;
    if (list !== ASK) others.set(sender, { topics: list.split(','), until: clock.realNow() + LEASE_MS });
    else if (topics.length > 0) void announce();
  };
  const subscription: Subscription = {
    channels: [TOPICS, KEYS],
    onNotification: (channel, payload) => {
      if (channel === KEYS) return onKeyChange(payload);
      if (channel === TOPICS) return noteTopics(payload);
      if (channel !== EVENTS) return;
      const { sender, events } = unpack(payload);
      if (sender !== self) onEvents(events);
    },
    onConnect: async (query) => {
      onKeyChange(undefined);
      if (topics.length > 0) await query(`listen ${EVENTS}`);
      await trySend(query, TOPICS, [`${self} ${ASK}`, `${self} ${topics.join(',')}`]);
    },
  };
  return {
    async start() {
      timer = setInterval(() => {
        for (const [process, { until }] of others) if (until < clock.realNow()) others.delete(process);
        if (topics.length > 0) void announce();
      }, ANNOUNCE_MS).unref();
      // The listener logs it, and goes on trying.
      await listener.subscribe(subscription).catch(() => undefined);
    },
    stop() {
      clearInterval(timer);
      listener.unsubscribe(subscription);
    },
    isWanted: (topic) => others.values().some((other) => other.until > clock.realNow() && other.topics.includes(topic)),
    send(event) {
      if (waiting >= WAITING_MAX) return;
      waiting += 1;
      void sendEvent(event);
    },
    async listen(next) {
      topics = next;
      await listener.query(topics.length > 0 ? `listen ${EVENTS}` : `unlisten ${EVENTS}`).catch(() => undefined);
      await announce();
    },
  };
}

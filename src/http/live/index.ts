import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Live, LiveFields, LiveOutlet, LiveTopic } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import { within } from '#kernel/within.ts';
import { EVENT_BYTES_MAX, makeBroadcast } from '#stores/broadcast/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { PROJECT_KIND, toEventTopic } from './topics.ts';
import { makeClients, type ClientLimits, type Clients } from './clients.ts';

/** The live events of this process: those that it publishes, those of other processes, and the clients that get them. */
export interface LiveHub extends Live {
  readonly clients: Clients;
  /** What operators can subscribe to. */
  readonly topics: readonly LiveTopic[];
  /**
   * Calls a listener with the id of each API key that was revoked or changed, in any process; with
   * `undefined` when it may be any key.
   */
  watchKeys(listener: KeyListener): void;
  start(): Promise<void>;
  stop(): void;
}

export type KeyListener = (keyId: string | undefined) => void;

export interface LiveHubOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly clock: Clock;
  /** What operators can subscribe to, beside `project:{id}`. */
  readonly topics: readonly LiveTopic[];
  /** Other limits than the usual ones, for tests. */
  readonly limits?: Partial<ClientLimits> | undefined;
}

const LIMITS: ClientLimits = {
  clientsMax: 2_000,
  clientsPerCaller: 50,
  bufferBytesMax: 1_048_576,
  pingMs: 15_000,
  messagesMax: 60,
  closeMs: 2_000,
};
/** Longer texts, such as messages of errors, are cut. */
const TEXT_LENGTH_MAX = 500;
/** A client's first message does not wait longer than this for the other processes to know of it. */
const ANNOUNCE_MS_MAX = 1_000;

export function makeLiveHub({ postgres, logger, clock, topics, limits }: LiveHubOptions): LiveHub {
  const clients = makeClients({
    clock,
    limits: { ...LIMITS, ...limits },
    kinds: [...topics, PROJECT_KIND],
    onKinds: (listened) => within(ANNOUNCE_MS_MAX, broadcast.listen(listened)).catch(() => undefined),
  });
  const keyListeners = new Set<KeyListener>();
  const broadcast = makeBroadcast({
    postgres,
    logger,
    clock,
    onEvents: (events) => clients.send(events),
    onKeyChange: (keyId) => keyListeners.forEach((listener) => listener(keyId)),
  });

  const publish = (topic: LiveTopic, fields: LiveFields, isWantedElsewhere: boolean): void => {
    const eventTopic = toEventTopic(topic, fields);
    const isWantedHere = clients.hasListener(eventTopic);
    if (!isWantedHere && !isWantedElsewhere) return;
    try {
      const event = { topic: eventTopic, text: toText(topic, fields, clock.realNow()) };
      if (isWantedHere) clients.send([event]);
      if (isWantedElsewhere) broadcast.send(event);
    } catch (error) {
      logger.warn({ topic, error: messageOf(error) }, 'a live event could not be published');
    }
  };
  const here: LiveOutlet = {
    isWanted: (topic) => clients.hasListener(topic),
    publish: (topic, fields) => publish(topic, fields, false),
  };
  return {
    clients,
    topics,
    watchKeys: (listener) => void keyListeners.add(listener),
    here,
    isWanted: (topic) => here.isWanted(topic) || broadcast.isWanted(topic),
    publish: (topic, fields) => publish(topic, fields, broadcast.isWanted(topic)),
    start: () => broadcast.start(),
    stop: () => broadcast.stop(),
  };
}

/** @throws Error when it is too long to be sent to other processes */
function toText(topic: LiveTopic, fields: LiveFields, ts: number): string {
  const text = JSON.stringify({ type: topic, ts, ...fields }, cut);
  if (Buffer.byteLength(text) > EVENT_BYTES_MAX) throw new Error('the event is too long');
  return text;
}

function cut(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value;
}

import type { Clock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Live, LiveFields, LiveOutlet, LiveTopic } from '#kernel/live.ts';
import type { Logger } from '#kernel/logger.ts';
import { makeBroadcast, TOLD_BYTES_MAX } from '#stores/broadcast/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeClients, type ClientLimits, type Clients } from './clients.ts';
import { toBits, toTopics } from './topics.ts';

/** The live events of this process: what it tells, what it hears from others, and the clients it serves. */
export interface LiveHub extends Live {
  readonly clients: Clients;
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
  /** Other limits than the usual ones, for tests. */
  readonly limits?: Partial<ClientLimits> | undefined;
}

const LIMITS: ClientLimits = {
  clientsMax: 2_000,
  bufferBytesMax: 1_048_576,
  pingMs: 15_000,
  messagesMax: 60,
  closeMs: 2_000,
};
/** Longer texts, such as messages of errors, are cut. */
const TEXT_LENGTH_MAX = 500;
/** A client's first message does not wait longer than this for the other processes to know of it. */
const LISTEN_MS_MAX = 1_000;

export function makeLiveHub({ postgres, logger, clock, limits }: LiveHubOptions): LiveHub {
  const clients = makeClients({
    clock,
    limits: { ...LIMITS, ...limits },
    onTopics: (topics) => within(LISTEN_MS_MAX, broadcast.listen(toTopics(topics))),
  });
  const keyListeners = new Set<KeyListener>();
  const broadcast = makeBroadcast({
    postgres,
    logger,
    clock,
    onTold: (events) => clients.tell(events),
    onKeyChange: (keyId) => keyListeners.forEach((tellOfKey) => tellOfKey(keyId)),
  });

  const isWantedHere = (topic: LiveTopic): boolean => (clients.topics & toBits(topic)) !== 0;
  const isWantedElsewhere = (topic: LiveTopic): boolean => broadcast.isWanted(topic);
  const tell = (topic: LiveTopic, fields: LiveFields, reach: { readonly isHere: boolean; readonly isElsewhere: boolean }): void => {
    if (!reach.isHere && !reach.isElsewhere) return;
    try {
      const told = { topic, text: toText(topic, fields, clock.realNow()) };
      if (reach.isHere) clients.tell([told]);
      if (reach.isElsewhere) broadcast.tell(told);
    } catch (error) {
      logger.warn({ topic, error: messageOf(error) }, 'a live event could not be told');
    }
  };
  const here: LiveOutlet = {
    isWanted: isWantedHere,
    publish: (topic, fields) => tell(topic, fields, { isHere: isWantedHere(topic), isElsewhere: false }),
  };
  return {
    clients,
    watchKeys: (listener) => void keyListeners.add(listener),
    here,
    isWanted: (topic) => isWantedHere(topic) || isWantedElsewhere(topic),
    publish: (topic, fields) => tell(topic, fields, { isHere: isWantedHere(topic), isElsewhere: isWantedElsewhere(topic) }),
    start: () => broadcast.start(),
    stop: () => broadcast.stop(),
  };
}

/** @throws Error when it is too long to be sent to other processes */
function toText(topic: LiveTopic, fields: LiveFields, ts: number): string {
  const text = JSON.stringify({ type: topic, ts, ...fields }, cut);
  if (Buffer.byteLength(text) > TOLD_BYTES_MAX) throw new Error('the event is too long');
  return text;
}

function cut(_name: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value;
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, over]);
  clearTimeout(timer);
}

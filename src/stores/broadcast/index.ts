import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Postgres } from '../postgres/types.ts';
import { pack, unpack, type Told } from './batches.ts';
import { makeLine, type Notice, type Say } from './line.ts';
import { makeWanted } from './wanted.ts';

export { TOLD_BYTES_MAX, type Told } from './batches.ts';

/**
 * Events between processes, through the notices of PostgreSQL. Who listens says so, and says it
 * again while it lasts, so that what nobody listens to is never sent. Whatever is sent goes in
 * batches on a connection of its own and outside the transactions of the work it tells of: the work
 * neither waits for it nor fails with it. Events may be lost, and nothing may depend on them.
 */
export interface Broadcast {
  start(): Promise<void>;
  stop(): void;
  /** Whether another process listens. */
  isWanted(topic: string): boolean;
  /** Tells the other processes that listen. */
  tell(event: Told): void;
  /** What this process listens to from now on. Ends when the others were told, or could not be. */
  listen(topics: readonly string[]): Promise<void>;
}

export interface BroadcastOptions {
  readonly postgres: Postgres;
  readonly logger: Logger;
  readonly clock: Clock;
  /** What another process told. */
  readonly onTold: (events: readonly Told[]) => void;
  /**
   * An API key was revoked or changed, here or elsewhere. Without an id: the connection is a new one,
   * so that any key may have been, unheard.
   */
  readonly onKeyChange: (keyId: string | undefined) => void;
}

/** Heard by all: who listens to what. */
const WANTS = 'sightline_live_wants';
/** Heard by those who listen. */
const EVENTS = 'sightline_live_events';
/** Heard by all, sent by PostgreSQL itself: the id of an API key that was revoked or changed. */
const KEYS = 'sightline_api_keys';
/** Asks everybody who listens to say so again. */
const ASK = '?';
const BEAT_MS = 10_000;
/** From one batch to the next: a lonely event goes at once, many go together. */
const SPACING_MS = 5;
const BATCH_MAX = 1_000;
/** Whatever comes while so many wait is lost. */
const WAITING_MAX = 10_000;
/** Notices change nothing on disk, so their commits need not wait for it. */
const PREPARE = `set synchronous_commit = off; listen ${WANTS}; listen ${KEYS}`;
const SEND = 'select pg_notify($1, payload) from unnest($2::text[]) as p (payload)';

export function makeBroadcast({ postgres, logger, clock, onTold, onKeyChange }: BroadcastOptions): Broadcast {
  const wanted = makeWanted(clock);
  let topics: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;

  const sayTopics = async (say: Say): Promise<unknown> => await say('select pg_notify($1, $2)', [WANTS, topics.join(',')]);
  const prepare = async (say: Say): Promise<void> => {
    await say(PREPARE);
    onKeyChange(undefined);
    await say('select pg_notify($1, $2)', [WANTS, ASK]);
    if (topics.length === 0) return;
    await say(`listen ${EVENTS}`);
    await sayTopics(say);
  };
  const beat = (): void => {
    if (topics.length > 0) void sayTopics(line.say);
  };
  const hear = ({ channel, payload, from }: Notice): void => {
    if (channel === KEYS) onKeyChange(payload);
    else if (channel === EVENTS) onTold(unpack(payload));
    else if (payload === ASK) beat();
    else wanted.note(from, payload === '' ? [] : payload.split(','));
  };
  const line = makeLine({ postgres, logger, prepare, hear });
  const outbound = makeOutbound(async (payloads) => await line.say(SEND, [EVENTS, payloads]));
  return {
    async start() {
      timer = setInterval(beat, BEAT_MS).unref();
      await line.start();
    },
    stop() {
      clearInterval(timer);
      outbound.stop();
      line.stop();
    },
    isWanted: (topic) => wanted.has(topic),
    tell: (event) => outbound.add(event),
    async listen(next) {
      topics = next;
      await line.say(next.length > 0 ? `listen ${EVENTS}` : `unlisten ${EVENTS}`);
      await sayTopics(line.say);
    },
  };
}

/** Sends what is added, in batches, one after the other. */
function makeOutbound(send: (payloads: readonly string[]) => Promise<unknown>) {
  let waiting: Told[] = [];
  let isSending = false;
  let number = 0;
  const run = async (): Promise<void> => {
    isSending = true;
    // Whatever is told in the same turn goes along.
    await sleep(0);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX);
      number += 1;
      await send(pack(batch, number));
      await sleep(SPACING_MS);
    }
    isSending = false;
  };
  return {
    add(event: Told): void {
      if (waiting.length >= WAITING_MAX) return;
      waiting.push(event);
      if (!isSending) void run();
    },
    stop(): void {
      waiting = [];
    },
  };
}

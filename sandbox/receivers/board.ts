import { textOf, type Delivery, type Receiver } from './receiver.ts';
import { apprise } from './apprise.ts';
import { discord } from './discord.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import type { Reply } from '../reply.ts';

export const RECEIVERS: readonly Receiver[] = [slack, discord, teams, telegram, apprise];
/** Below it, by kind, is where messages are posted. */
export const RECEIVERS_PATH = '/_sandbox/receivers/';
const KEPT_MAX = 20_000;

/** A message that came in, as `/_sandbox/receivers` shows it. */
export interface TakenMessage {
  readonly kind: string;
  /** Which room, channel or chat. */
  readonly name: string;
  /** Real time. */
  readonly at: string;
  readonly status: number;
  readonly posted: boolean;
  readonly reason: string | null;
  readonly mentions: readonly string[];
  readonly bytes: number;
  readonly payload: unknown;
}

export interface ReceiverState {
  readonly kind: string;
  readonly name: string;
  readonly posted: number;
  /** Messages that broke the limits of the receiver, and were answered 429. */
  readonly refused: number;
  /** Those that came although the receiver had asked to wait longer. */
  readonly too_early: number;
}

export interface ReceiverBoard {
  /** Takes a message. @param now real time, epoch milliseconds */
  take(receiver: Receiver, delivery: Delivery, now: number): Reply;
  /** Answers that there were too many, and remembers how long it asked to wait. */
  refuse(receiver: Receiver, delivery: Delivery, times: { readonly now: number; readonly waitMs: number }): Reply;
  list(filter: { readonly kind?: string | undefined; readonly name?: string | undefined; readonly since?: number | undefined }): {
    readonly receivers: readonly ReceiverState[];
    readonly messages: readonly TakenMessage[];
  };
  clear(): void;
}

interface Room {
  readonly kind: string;
  readonly name: string;
  readonly taken: number[];
  waitUntil: number;
  posted: number;
  refused: number;
  tooEarly: number;
}

export function makeReceiverBoard(): ReceiverBoard {
  const rooms = new Map<string, Room>();
  let messages: TakenMessage[] = [];

  const findRoom = (kind: string, name: string): Room => {
    const key = `${kind} ${name}`;
    const room = rooms.get(key) ?? { kind, name, taken: [], waitUntil: 0, posted: 0, refused: 0, tooEarly: 0 };
    rooms.set(key, room);
    return room;
  };
  const refuse: ReceiverBoard['refuse'] = (receiver, delivery, { now, waitMs }) => {
    const room = findRoom(receiver.kind, receiver.findName(delivery) ?? '');
    room.refused += 1;
    if (now < room.waitUntil) room.tooEarly += 1;
    room.waitUntil = Math.max(room.waitUntil, now + waitMs);
    return receiver.refuse(waitMs);
  };

  return {
    refuse,
    take(receiver, delivery, now) {
      const name = receiver.findName(delivery);
      if (name === undefined) return receiver.missing();
      const room = findRoom(receiver.kind, name);
      const waitMs = toWaitMs(receiver, room, now);
      if (waitMs > 0) return refuse(receiver, delivery, { now, waitMs });
      room.taken.push(now);
      const { reply, isPosted, reason = null, mentions = [] } = receiver.judge(delivery);
      if (isPosted) room.posted += 1;
      messages.push({
        kind: receiver.kind,
        name,
        at: new Date(now).toISOString(),
        status: reply.status,
        posted: isPosted,
        reason,
        mentions,
        bytes: delivery.bytes,
        payload: delivery.payload ?? null,
      });
      if (messages.length > KEPT_MAX) messages = messages.slice(KEPT_MAX / 10);
      return reply;
    },
    list: ({ kind, name, since = 0 }) => {
      const isMeant = (one: { readonly kind: string; readonly name: string }): boolean =>
        (kind === undefined || one.kind === kind) && (name === undefined || one.name === name);
      return {
        receivers: [...rooms.values()].filter(isMeant).map(({ kind: of, name: called, posted, refused, tooEarly }) => ({
          kind: of,
          name: called,
          posted,
          refused,
          too_early: tooEarly,
        })),
        messages: messages.filter((message) => isMeant(message) && Date.parse(message.at) >= since),
      };
    },
    clear: () => {
      rooms.clear();
      messages = [];
    },
  };
}

/** How long the room is to be left alone; 0: it takes a message now. */
function toWaitMs({ paces, kind }: Receiver, room: Room, now: number): number {
  const rules = paces(room.name);
  const oldest = now - Math.max(0, ...rules.map(({ ms }) => ms));
  room.taken.splice(0, room.taken.findIndex((at) => at > oldest) === -1 ? room.taken.length : room.taken.findIndex((at) => at > oldest));
  const waits = rules.map(({ count, ms }) => {
    const within = room.taken.filter((at) => at > now - ms);
    return within.length < count ? 0 : (within[within.length - count] ?? now) + ms - now;
  });
  // Discord names its waits in parts of a second; the others in whole ones, and expect them to be kept.
  const asked = Math.max(0, room.waitUntil - now, ...waits);
  return asked === 0 || kind === 'discord' ? asked : Math.ceil(asked / 1_000) * 1_000;
}

/** A call as a delivery. */
export function toDelivery({ path, body }: { readonly path: string; readonly body: string }): Delivery & { readonly kind: string } {
  const [kind = '', ...rest] = path.slice(RECEIVERS_PATH.length).split('/');
  return { kind: textOf(kind), rest: decodeURIComponent(rest.join('/')), payload: parse(body), bytes: Buffer.byteLength(body) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

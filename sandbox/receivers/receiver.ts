import type { Reply } from '../reply.ts';

/** So many messages at most in a time; a receiver may have several such rules. */
export interface Pace {
  readonly count: number;
  readonly ms: number;
}

/** What a receiver makes of a message. */
export interface Judged {
  readonly reply: Reply;
  /** People see it. Not every receiver that takes a message shows it. */
  readonly isPosted: boolean;
  /** Why not. */
  readonly reason?: string;
  /** Whom it would wake. */
  readonly mentions?: readonly string[];
}

export interface Delivery {
  /** What stands behind the kind in the address. */
  readonly rest: string;
  /** Undefined: no JSON. */
  readonly payload: unknown;
  readonly bytes: number;
}

/** A receiver of messages that programs post: a room, a channel, a chat. */
export interface Receiver {
  readonly kind: string;
  /** Which one is meant; undefined: there is no such address. */
  readonly findName: (delivery: Delivery) => string | undefined;
  readonly judge: (delivery: Delivery) => Judged;
  readonly paces: (name: string) => readonly Pace[];
  /** What is asked for when there were too many; in whole seconds, unless the receiver counts finer. */
  readonly refuse: (waitMs: number) => Reply;
  readonly fail: () => Reply;
  readonly missing: () => Reply;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}

/** Characters as people count them, not UTF-16 units. */
export function countCharacters(text: string): number {
  return (text.match(/./gsu) ?? []).length;
}

/** Every text in a message, in order. */
export function* walkTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* walkTexts(one);
  else if (isFields(value)) for (const one of Object.values(value)) yield* walkTexts(one);
}

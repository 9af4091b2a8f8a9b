import { z } from 'zod';
import { LIVE_TOPICS } from '#kernel/live.ts';
import { toBits, type TopicBits } from './topics.ts';

/** Why a connection is closed (RFC 6455, section 7.4.1). */
export const CLOSE = { goingAway: 1001, unsupported: 1003, policy: 1008, tryLater: 1013 } as const;

/** What a client wants, or why its connection is to be closed. */
export type ClientMessage =
  | { readonly kind: 'subscribe'; readonly topics: TopicBits }
  /** Answers to our `ping`, which a client may send and nobody needs. */
  | { readonly kind: 'pong' }
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string };

/** Every message has `hello` and `ping` in its connection anyway, so naming them is no mistake. */
const Subscribe = z.object({ topics: z.array(z.enum([...LIVE_TOPICS, 'hello', 'ping'])).max(20) });

export function readClientMessage(data: Buffer, isBinary: boolean): ClientMessage {
  if (isBinary) return refuse(CLOSE.unsupported, 'messages are JSON text');
  const message = parse(data);
  if (message === undefined) return refuse(CLOSE.unsupported, 'the message is not JSON');
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  if (type === 'pong' || type === 'ping') return { kind: 'pong' };
  if (type !== 'subscribe') return refuse(CLOSE.policy, 'the type of a message is subscribe');
  const subscribe = Subscribe.safeParse(message);
  if (!subscribe.success) return refuse(CLOSE.policy, `topics is a list of ${LIVE_TOPICS.join(', ')}`);
  return { kind: 'subscribe', topics: subscribe.data.topics.reduce((bits, topic) => bits | toBits(topic), 0) };
}

/** @param reason at most 123 bytes */
function refuse(code: number, reason: string): ClientMessage {
  return { kind: 'refused', code, reason };
}

function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

import { z } from 'zod';
import { findTopicProject } from './topics.ts';

/** Why a connection is closed (RFC 6455, section 7.4.1). */
export const CLOSE = { goingAway: 1001, unsupported: 1003, policy: 1008, tryLater: 1013 } as const;

/** What a client wants, or why its connection is to be closed. */
export type ClientMessage =
  | { readonly kind: 'subscribe'; readonly topics: readonly string[] }
  /** Answers to our `ping`, which a client may send and we do not need. */
  | { readonly kind: 'pong' }
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string };

/** Every client gets these, so naming them is no mistake. */
const ALWAYS_SENT = ['hello', 'ping'];
const Message = z.object({ type: z.unknown(), topics: z.unknown() });
const Topics = z.array(z.string()).max(60);

/** What a client may name; whether it may listen to it is asked after that. */
export interface Nameable {
  /** The plain topics there are. */
  readonly plain: readonly string[];
  /** Topics of projects too. */
  readonly hasProjects: boolean;
}

/** Topics come in one order: the plain ones as they are known, then those of projects by name. */
export function readClientMessage(data: Buffer, isBinary: boolean, { plain, hasProjects }: Nameable): ClientMessage {
  if (isBinary) return refuse(CLOSE.unsupported, 'messages are JSON text');
  let json: unknown;
  try {
    json = JSON.parse(data.toString('utf8'));
  } catch {
    return refuse(CLOSE.unsupported, 'the message is not JSON');
  }
  const { type, topics } = Message.partial().safeParse(json).data ?? {};
  if (type === 'pong' || type === 'ping') return { kind: 'pong' };
  if (type !== 'subscribe') return refuse(CLOSE.policy, 'the type of a message is subscribe');
  const wanted = Topics.safeParse(topics).data;
  const projects = hasProjects ? [...new Set(wanted?.filter((topic) => findTopicProject(topic) !== undefined))].toSorted() : [];
  if (!wanted?.every((topic) => plain.includes(topic) || ALWAYS_SENT.includes(topic) || projects.includes(topic)))
    return refuse(CLOSE.policy, 'topics is a list of topics; the first hello names all');
  return { kind: 'subscribe', topics: [...plain.filter((topic) => wanted.includes(topic)), ...projects] };
}

/** @param reason at most 123 bytes */
function refuse(code: number, reason: string): ClientMessage {
  return { kind: 'refused', code, reason };
}

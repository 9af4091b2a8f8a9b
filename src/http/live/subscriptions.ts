import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Logger } from '#kernel/logger.ts';
import { CLOSE, type Nameable } from './client-message.ts';
import { makeListened } from './topics.ts';

/** What was made of a handshake. */
export interface Connection {
  readonly ws: WebSocket;
  /** The socket below it. */
  readonly socket: Duplex;
  readonly log: Logger;
  readonly callerId: string;
  /** Whose place it takes. */
  readonly countedAs: string;
  /** Id of the key or session that it came with. */
  readonly credentialId: string;
  /** What it may name when it subscribes. */
  readonly nameable: Nameable;
  /** What it gets until it subscribes. */
  readonly topics: readonly string[];
  /** Those of the topics that it may listen to as things are now; undefined: the key or session is no longer valid. */
  readonly allow: (topics: readonly string[]) => Promise<readonly string[] | undefined>;
}

/** A client and what it listens to. */
export interface Client extends Omit<Connection, 'topics'> {
  /** Equal lists are the same list (`Listened`). */
  topics: readonly string[];
  /** Its subscriptions are settled one after the other. */
  turn: Promise<void>;
  /** Its first message is `hello`. */
  isGreeted: boolean;
  /** It is connected no more: nothing is listened to for it. */
  hasEnded: boolean;
  isAlive: boolean;
  messages: number;
}

/** What the clients of this process listen to, each only to what it may. */
export interface Subscriptions {
  /** Replaces what a client listens to, after what it asked for before. */
  subscribe(client: Client, topics: readonly string[]): void;
  /** Closes the clients whose key or session is no longer valid, and takes from the others what they may no longer listen to. */
  recheck(clients: readonly Client[]): Promise<void>;
  end(client: Client): void;
  /** Whether any client listens to a topic, or to any of a kind. */
  has(topicOrKind: string): boolean;
}

export interface SubscriptionsOptions {
  /** All kinds of topics there are. */
  readonly kinds: readonly string[];
  /** Called when the kinds of topics that the clients together listen to have changed. */
  readonly onKinds: (kinds: readonly string[]) => Promise<void>;
  /** Says what a client listens to now. */
  readonly greet: (client: Client) => void;
}

export function makeSubscriptions({ kinds, onKinds, greet }: SubscriptionsOptions): Subscriptions {
  const listened = makeListened();
  let announcedKinds = '';
  /** Until the other processes know the topics. */
  let announced: Promise<void> = Promise.resolve();

  const setTopics = async (client: Client, topics: readonly string[]): Promise<void> => {
    const before = client.topics;
    client.topics = listened.take(topics);
    listened.give(before);
    const heard = kinds.filter((kind) => listened.has(kind));
    if (heard.join() !== announcedKinds) {
      announcedKinds = heard.join();
      announced = onKinds(heard);
    }
    await announced;
  };
  const settle = async (client: Client, topics: readonly string[]): Promise<void> => {
    const allowed = await client.allow(topics).catch(() => []);
    if (client.hasEnded) return;
    if (allowed === undefined) return closeEnded(client);
    await setTopics(client, allowed);
    greet(client);
    client.isGreeted = true;
  };
  const subscribe = (client: Client, topics: readonly string[]): void => {
    client.turn = client.turn.then(() => settle(client, topics));
  };
  return {
    subscribe,
    has: listened.has,
    end(client) {
      client.hasEnded = true;
      void setTopics(client, []);
    },
    async recheck(clients) {
      // Each key and path is looked up once, however many clients have them.
      const byAccess = Map.groupBy(clients, ({ credentialId, nameable }) => `${credentialId} ${nameable.hasProjects}`);
      await Promise.all(
        [...byAccess.values()].map(async (own) => {
          const heard = [...new Set(own.flatMap(({ topics }) => topics))];
          const allowed = await own[0]?.allow(heard).catch(() => heard);
          if (allowed === undefined) return own.forEach(closeEnded);
          for (const client of own) {
            const isAllowed = client.topics.every((topic) => allowed.includes(topic) || !heard.includes(topic));
            if (!isAllowed) subscribe(client, client.topics);
          }
        }),
      );
    },
  };
}

function closeEnded({ ws }: Client): void {
  ws.close(CLOSE.policy, 'the key is no longer valid');
}

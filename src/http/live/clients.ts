import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import { defineCounter, defineUpDownCounter } from '#kernel/measure.ts';
import type { LiveEvent } from '#stores/broadcast/index.ts';
import { CLOSE, readClientMessage } from './client-message.ts';
import { makeRounds, type BytesFor } from './rounds.ts';

const connected = defineUpDownCounter('sightline_live_socket_clients', 'Clients of the live socket');
const dropped = defineCounter('sightline_live_socket_dropped_total', 'Clients of the live socket that read too slowly or did not answer');

/** What was made of a handshake. */
export interface Connection {
  readonly ws: WebSocket;
  /** The socket below it. */
  readonly socket: Duplex;
  readonly log: Logger;
  readonly callerId: string;
  /** Whether its key is still valid. */
  readonly isKeyValid: () => Promise<boolean>;
}

export interface ClientLimits {
  readonly clientsMax: number;
  /** Bytes that may wait for a client; one that reads slower is dropped. */
  readonly bufferBytesMax: number;
  /** From ping to ping; a client that has not answered the last one is dropped. */
  readonly pingMs: number;
  /** Messages that a client may send from ping to ping. */
  readonly messagesMax: number;
  /** How long clients have to close their side when the service stops. */
  readonly closeMs: number;
}

export interface ClientsOptions {
  readonly clock: Clock;
  readonly limits: ClientLimits;
  /** All topics there are. */
  readonly topics: readonly string[];
  /** Called when the topics that the clients together listen to have changed; the `hello` of a client waits for it. */
  readonly onTopics: (topics: readonly string[]) => Promise<void>;
}

/** The connected clients of this process. */
export interface Clients {
  readonly count: number;
  /** Whether any of them listens. */
  hasListener(topic: string): boolean;
  add(connection: Connection): void;
  send(events: readonly LiveEvent[]): void;
  /** Closes the connections of a key, or of all keys, whose key is no longer valid. */
  recheck(keyId: string | undefined): void;
  /** Closes all connections (1001), and those that still come. */
  close(): Promise<void>;
}

interface Client extends Connection {
  /** Equal lists are the same list, so that such clients share the bytes of a round. */
  topics: readonly string[];
  /** Its first message is `hello`. */
  isGreeted: boolean;
  isAlive: boolean;
  messages: number;
}

export function makeClients({ clock, limits, topics: all, onTopics }: ClientsOptions): Clients {
  const clients = new Set<Client>();
  const lists = new Map<string, readonly string[]>();
  let listened: readonly string[] = [];
  let isClosing = false;
  const gone = Promise.withResolvers<void>();
  /** Until the other processes know the topics. */
  let announced: Promise<void> = Promise.resolve();

  const toList = (topics: readonly string[]): readonly string[] => {
    const key = topics.join();
    return lists.get(key) ?? lists.set(key, topics).get(key) ?? topics;
  };
  const updateListened = async (): Promise<void> => {
    const before = listened;
    listened = toList(all.filter((topic) => clients.values().some(({ topics }) => topics.includes(topic))));
    if (listened !== before) announced = onTopics(listened);
    await announced;
  };
  const sendOwn = (client: Client, type: 'hello' | 'ping', fields: object = {}): void => {
    if (!dropSlow(client, limits)) client.ws.send(JSON.stringify({ type, ts: clock.realNow(), ...fields }));
  };
  const subscribe = async (client: Client, topics: readonly string[]): Promise<void> => {
    client.topics = toList(topics);
    await updateListened();
    sendOwn(client, 'hello', { topics, ping_ms: limits.pingMs });
    client.isGreeted = true;
  };
  const receive = (client: Client, data: Buffer, isBinary: boolean): void => {
    const message = readClientMessage(data, isBinary, all);
    client.isAlive = true;
    client.messages += 1;
    if (client.messages > limits.messagesMax) client.ws.close(CLOSE.policy, 'too many messages');
    else if (message.kind === 'subscribe') void subscribe(client, message.topics);
    else if (message.kind === 'refused') client.ws.close(message.code, message.reason);
  };
  const remove = (client: Client, code: number): void => {
    clients.delete(client);
    connected.add(-1);
    client.log.info({ caller: client.callerId, code }, 'live socket closed');
    if (isClosing && clients.size === 0) gone.resolve();
    void updateListened();
  };
  const rounds = makeRounds((bytesFor) => deliver(clients, bytesFor, limits));
  const timer = setInterval(() => ping(clients, (client) => sendOwn(client, 'ping')), limits.pingMs).unref();
  return {
    get count() {
      return clients.size;
    },
    hasListener: (topic) => listened.includes(topic),
    add(connection) {
      const { ws } = connection;
      // The library closes the connection by itself, with the code that fits.
      ws.on('error', () => undefined);
      if (isClosing) return ws.close(CLOSE.goingAway, 'the service stops');
      if (clients.size >= limits.clientsMax) return ws.close(CLOSE.tryLater, 'too many clients');
      const client: Client = { ...connection, topics: [], isGreeted: false, isAlive: true, messages: 0 };
      clients.add(client);
      connected.add(1);
      ws.on('message', (data, isBinary) => receive(client, data as Buffer, isBinary));
      ws.on('pong', () => (client.isAlive = true));
      ws.on('close', (code) => remove(client, code));
      // The key may have been revoked during the handshake.
      void closeInvalid([client]);
      return void subscribe(client, all);
    },
    send: (events) => rounds.add(events),
    recheck: (keyId) => void closeInvalid([...clients].filter(({ callerId }) => keyId === undefined || callerId === keyId)),
    async close() {
      clearInterval(timer);
      isClosing = true;
      rounds.stop();
      if (clients.size === 0) return;
      for (const { ws } of clients) ws.close(CLOSE.goingAway, 'the service stops');
      const cut = setTimeout(() => [...clients].forEach(({ ws }) => ws.terminate()), limits.closeMs);
      await gone.promise;
      clearTimeout(cut);
    },
  };
}

function deliver(clients: ReadonlySet<Client>, bytesFor: BytesFor, limits: ClientLimits): void {
  for (const client of clients) {
    const bytes = client.isGreeted && client.ws.readyState === client.ws.OPEN ? bytesFor(client.topics) : undefined;
    // Whole frames, past the library: its `send` takes one message at a time.
    if (bytes !== undefined && !dropSlow(client, limits)) client.socket.write(bytes);
  }
}

/** Drops the clients that did not answer the last ping and those whose key is no longer valid, and pings the others. */
function ping(clients: ReadonlySet<Client>, sendPing: (client: Client) => void): void {
  const alive = [...clients].filter(({ isAlive }) => isAlive);
  for (const client of clients) if (!client.isAlive) drop(client, 'it does not answer');
  for (const client of alive) {
    Object.assign(client, { isAlive: false, messages: 0 });
    client.ws.ping();
    sendPing(client);
  }
  void closeInvalid(alive);
}

/** Closes the connections whose key is no longer valid. A key is looked up once, however many clients have it. */
async function closeInvalid(clients: readonly Client[]): Promise<void> {
  const byKey = Map.groupBy(clients, ({ callerId }) => callerId);
  await Promise.all(
    [...byKey.values()].map(async (own) => {
      if (await own[0]?.isKeyValid()) return;
      for (const { ws } of own) ws.close(CLOSE.policy, 'the key is no longer valid');
    }),
  );
}

/** @returns whether the client was dropped */
function dropSlow(client: Client, { bufferBytesMax }: ClientLimits): boolean {
  if (client.ws.bufferedAmount <= bufferBytesMax) return false;
  drop(client, 'slow client');
  return true;
}

/** What waits for the client is given up; a close frame would only wait behind it. */
function drop({ ws, log, callerId }: Client, because: string): void {
  if (ws.readyState === ws.OPEN) {
    dropped.add(1);
    log.warn({ caller: callerId, because }, 'a client of the live socket was dropped');
  }
  ws.terminate();
}

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import { defineUpDownCounter } from '#kernel/measure.ts';
import type { Told } from '#stores/broadcast/index.ts';
import { CLOSE, readClientMessage, type ClientMessage } from './client-message.ts';
import { beat, closeUnwelcome, drop } from './heartbeat.ts';
import { makeRound, type BytesFor } from './flush.ts';
import { ALL_TOPICS, toTopics, type TopicBits } from './topics.ts';

const connected = defineUpDownCounter('sightline_live_socket_clients', 'Clients of the live socket');

/** What was made of a handshake. */
export interface Connection {
  readonly ws: WebSocket;
  /** The socket below it. */
  readonly socket: Duplex;
  readonly log: Logger;
  readonly callerId: string;
  /** Whether its key would still be let in. */
  readonly isWelcome: () => Promise<boolean>;
}

export interface ClientLimits {
  readonly clientsMax: number;
  /** Bytes that may wait for a client; one that reads slower is dropped. */
  readonly bufferBytesMax: number;
  /** From ping to ping; whoever has not answered the last one is dropped. */
  readonly pingMs: number;
  /** Messages that a client may send from ping to ping. */
  readonly messagesMax: number;
  /** How long clients get to say goodbye when the service stops. */
  readonly closeMs: number;
}

export interface ClientsOptions {
  readonly clock: Clock;
  readonly limits: ClientLimits;
  /** Told what the clients together listen to, whenever that may have changed; what a client hears first waits for it. */
  readonly onTopics: (topics: TopicBits) => Promise<void>;
}

/** The connected clients of this process. */
export interface Clients {
  readonly count: number;
  /** What they listen to together. */
  readonly topics: TopicBits;
  add(connection: Connection): void;
  tell(events: readonly Told[]): void;
  /** Closes the connections of a key, or of any, that would not be let in again. */
  recheck(keyId: string | undefined): void;
  /** Says goodbye to all (1001) and to whoever still comes. */
  close(): Promise<void>;
}

/** A connection with what is known of it. */
export interface Client extends Connection {
  topics: TopicBits;
  /** Its first message is `hello`. */
  isGreeted: boolean;
  isAlive: boolean;
  messages: number;
}

export function makeClients({ clock, limits, onTopics }: ClientsOptions): Clients {
  const clients = new Set<Client>();
  let topics: TopicBits = 0;
  let isClosing = false;
  const gone = Promise.withResolvers<void>();
  /** Until the others know of the topics. */
  let announced: Promise<void> = Promise.resolve();

  const sum = async (): Promise<void> => {
    const before = topics;
    topics = [...clients].reduce((bits, client) => bits | client.topics, 0);
    if (topics !== before) announced = onTopics(topics);
    await announced;
  };
  const say = (client: Client, type: 'hello' | 'ping', fields: object = {}): void => {
    if (isTooSlow(client, limits)) drop(client, 'slow client');
    else client.ws.send(JSON.stringify({ type, ts: clock.realNow(), ...fields }));
  };
  const subscribe = async (client: Client, wanted: TopicBits): Promise<void> => {
    client.topics = wanted;
    await sum();
    say(client, 'hello', { topics: toTopics(wanted), ping_ms: limits.pingMs });
    client.isGreeted = true;
  };
  const heed = (client: Client, message: ClientMessage): void => {
    client.isAlive = true;
    client.messages += 1;
    if (client.messages > limits.messagesMax) client.ws.close(CLOSE.policy, 'too many messages');
    else if (message.kind === 'subscribe') void subscribe(client, message.topics);
    else if (message.kind === 'refused') client.ws.close(message.code, message.reason);
  };
  const leave = (client: Client, code: number): void => {
    clients.delete(client);
    connected.add(-1);
    client.log.info({ caller: client.callerId, code }, 'live socket closed');
    if (isClosing && clients.size === 0) gone.resolve();
    void sum();
  };

  const round = makeRound((bytesFor) => deliver(clients, bytesFor, limits));
  const timer = setInterval(() => beat(clients, (client) => say(client, 'ping')), limits.pingMs).unref();
  return {
    get count() {
      return clients.size;
    },
    get topics() {
      return topics;
    },
    add(connection) {
      const { ws } = connection;
      // The library closes the connection by itself, with the code that fits.
      ws.on('error', () => undefined);
      if (isClosing) return ws.close(CLOSE.goingAway, 'the service stops');
      if (clients.size >= limits.clientsMax) return ws.close(CLOSE.tryLater, 'too many clients');
      const client: Client = { ...connection, topics: 0, isGreeted: false, isAlive: true, messages: 0 };
      clients.add(client);
      connected.add(1);
      ws.on('message', (data, isBinary) => heed(client, readClientMessage(data as Buffer, isBinary)));
      ws.on('pong', () => (client.isAlive = true));
      ws.on('close', (code) => leave(client, code));
      // The key may have been revoked while hands were shaken.
      void closeUnwelcome([client]);
      return void subscribe(client, ALL_TOPICS);
    },
    recheck: (keyId) => void closeUnwelcome([...clients].filter(({ callerId }) => keyId === undefined || callerId === keyId)),
    tell: (events) => round.add(events),
    async close() {
      clearInterval(timer);
      isClosing = true;
      round.stop();
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
    if (bytes === undefined) continue;
    // Past the library, whose own `send` would frame and write each event for each client.
    if (isTooSlow(client, limits)) drop(client, 'slow client');
    else client.socket.write(bytes);
  }
}

function isTooSlow({ ws }: Client, { bufferBytesMax }: ClientLimits): boolean {
  return ws.bufferedAmount > bufferBytesMax;
}

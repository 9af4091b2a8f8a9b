import type { Clock } from '#kernel/clock.ts';
import { defineCounter, defineUpDownCounter } from '#kernel/telemetry/measure.ts';
import type { LiveEvent } from '#stores/broadcast/index.ts';
import { CLOSE, readClientMessage } from './client-message.ts';
import { makeRounds, type BytesFor } from './rounds.ts';
import { makeSubscriptions, type Client, type Connection } from './subscriptions.ts';

const connected = defineUpDownCounter('sightline_live_socket_clients', 'Clients of the live socket');
const dropped = defineCounter('sightline_live_socket_dropped_total', 'Clients of the live socket that read too slowly or did not answer');

export interface ClientLimits {
  readonly clientsMax: number;
  /** Most clients of one caller: a person, or a key with all that share its rate. */
  readonly clientsPerCaller: number;
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
  /** All kinds of topics there are. */
  readonly kinds: readonly string[];
  /** Called when the kinds of topics that the clients together listen to have changed; the `hello` of a client waits for it. */
  readonly onKinds: (kinds: readonly string[]) => Promise<void>;
}

/** The connected clients of this process. */
export interface Clients {
  readonly count: number;
  /** Whether any of them listens to a topic, or to any of a kind. */
  hasListener(topicOrKind: string): boolean;
  add(connection: Connection): void;
  send(events: readonly LiveEvent[]): void;
  /** Closes the connections of a key, person or session, or of all of them, whose key or session is no longer valid. */
  recheck(id: string | undefined): void;
  /** Closes all connections (1001), and those that still come. */
  close(): Promise<void>;
}

export function makeClients({ clock, limits, kinds, onKinds }: ClientsOptions): Clients {
  const clients = new Set<Client>();
  const counts = new Map<string, number>();
  const countOf = (caller: string): number => counts.get(caller) ?? 0;
  let isClosing = false;
  const gone = Promise.withResolvers<void>();

  const sendOwn = (client: Client, type: 'hello' | 'ping', fields: object = {}): void => {
    if (!dropSlow(client, limits)) client.ws.send(JSON.stringify({ type, ts: clock.realNow(), ...fields }));
  };
  const subscriptions = makeSubscriptions({
    kinds,
    onKinds,
    greet: (client) => sendOwn(client, 'hello', { topics: client.topics, ping_ms: limits.pingMs }),
  });
  const receive = (client: Client, data: Buffer, isBinary: boolean): void => {
    const message = readClientMessage(data, isBinary, client.nameable);
    client.isAlive = true;
    client.messages += 1;
    if (client.messages > limits.messagesMax) client.ws.close(CLOSE.policy, 'too many messages');
    else if (message.kind === 'subscribe') subscriptions.subscribe(client, message.topics);
    else if (message.kind === 'refused') client.ws.close(message.code, message.reason);
  };
  const remove = (client: Client, code: number): void => {
    clients.delete(client);
    if (countOf(client.countedAs) === 1) counts.delete(client.countedAs);
    else counts.set(client.countedAs, countOf(client.countedAs) - 1);
    connected.add(-1);
    client.log.info({ caller: client.callerId, code }, 'live socket closed');
    if (isClosing && clients.size === 0) gone.resolve();
    subscriptions.end(client);
  };
  const rounds = makeRounds((bytesFor) => deliver(clients, bytesFor, limits));
  const timer = setInterval(() => void subscriptions.recheck(ping(clients, (client) => sendOwn(client, 'ping'))), limits.pingMs).unref();
  return {
    get count() {
      return clients.size;
    },
    hasListener: (topicOrKind) => subscriptions.has(topicOrKind),
    add(connection) {
      const { ws } = connection;
      // The library closes the connection by itself, with the code that fits.
      ws.on('error', () => undefined);
      if (isClosing) return ws.close(CLOSE.goingAway, 'the service stops');
      const open = countOf(connection.countedAs);
      if (open >= limits.clientsPerCaller) return ws.close(CLOSE.tryLater, 'too many connections of this caller');
      if (clients.size >= limits.clientsMax) return ws.close(CLOSE.tryLater, 'too many clients');
      counts.set(connection.countedAs, open + 1);
      const client: Client = {
        ...connection,
        topics: [],
        turn: Promise.resolve(),
        isGreeted: false,
        hasEnded: false,
        isAlive: true,
        messages: 0,
      };
      clients.add(client);
      connected.add(1);
      ws.on('message', (data, isBinary) => receive(client, data as Buffer, isBinary));
      ws.on('pong', () => (client.isAlive = true));
      ws.on('close', (code) => remove(client, code));
      // What it came with may have been revoked during the handshake: that is asked again with the topics.
      subscriptions.subscribe(client, connection.topics);
    },
    send: (events) => rounds.add(events),
    recheck: (id) =>
      void subscriptions.recheck([...clients].filter((client) => id === undefined || [client.callerId, client.credentialId].includes(id))),
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

/** Drops the clients that did not answer the last ping, and pings the others. @returns those */
function ping(clients: ReadonlySet<Client>, sendPing: (client: Client) => void): readonly Client[] {
  const alive = [...clients].filter(({ isAlive }) => isAlive);
  for (const client of clients) if (!client.isAlive) drop(client, 'it does not answer');
  for (const client of alive) {
    Object.assign(client, { isAlive: false, messages: 0 });
    client.ws.ping();
    sendPing(client);
  }
  return alive;
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

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { ErrorBody } from '#http/errors.ts';

export const SOCKET_PATH = '/api/admin/pipeline/socket';

export type LiveMessage = Readonly<Record<string, any>> & { readonly type: string; readonly ts: number };

/** A client of the live socket that keeps what it received. */
export interface LiveClient {
  readonly ws: WebSocket;
  readonly messages: readonly LiveMessage[];
  /** The first message, old or new, that fits. */
  find(fits: (message: LiveMessage) => boolean): Promise<LiveMessage>;
  subscribe(topics: readonly string[]): Promise<LiveMessage>;
  /** Ends with the code and the reason that the connection is closed with. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export interface ConnectOptions {
  /** That of the operators unless given. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** Behind the path. */
  readonly query?: string;
  /** Whether pings are answered; true unless given. */
  readonly autoPong?: boolean;
}

function open(url: string, { path = SOCKET_PATH, headers = {}, protocols = [], query = '', autoPong = true }: ConnectOptions): WebSocket {
  return new WebSocket(`${url.replace('http', 'ws')}${path}${query}`, [...protocols], { headers, autoPong });
}

/** Connects and waits for `hello`. */
export async function connectLive(url: string, options: ConnectOptions): Promise<LiveClient> {
  const ws = open(url, options);
  const messages: LiveMessage[] = [];
  const waiting = new Set<() => void>();
  ws.on('message', (data) => {
    messages.push(JSON.parse((data as Buffer).toString()));
    for (const look of waiting) look();
  });
  await once(ws, 'open');
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  const find = (fits: (message: LiveMessage) => boolean, from = 0): Promise<LiveMessage> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = messages.slice(from).find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void closed.then(({ code }) => reject(new Error(`closed with ${code} before the message came`)));
    });
  await find(({ type }) => type === 'hello');
  return {
    ws,
    messages,
    closed,
    find,
    subscribe(topics) {
      const from = messages.length;
      ws.send(JSON.stringify({ type: 'subscribe', topics }));
      return find(({ type }) => type === 'hello', from);
    },
  };
}

/** The HTTP answer to a connection that is not made. */
export async function refuseLive(
  url: string,
  options: ConnectOptions,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: ErrorBody }> {
  const ws = open(url, options);
  ws.on('error', () => undefined);
  const [, response] = (await once(ws, 'unexpected-response')) as [unknown, IncomingMessage];
  let text = '';
  for await (const piece of response) text += String(piece);
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8', text);
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) };
}

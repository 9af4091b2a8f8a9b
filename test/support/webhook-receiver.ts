import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ProviderAnswer } from './sandbox-client.ts';

/** A delivery as it came in. */
export interface Received {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The most deliveries that were open at once, and the connections they came on. */
  readonly peaks: { readonly open: number; readonly connections: number };
  /** Resolves when so many have come in. */
  waitFor(count: number): Promise<void>;
  /** What it answers from now on; `undefined`: nothing. */
  answerWith(status: number | undefined): void;
}

/** A receiver of webhooks: records what came, and answers 200 after `holdMs`. */
export async function openReceiver(t: TestContext, holdMs = 0): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const peaks = { open: 0, connections: 0 };
  let open = 0;
  let status: number | undefined = 200;
  const server = createServer((request, response) => {
    open += 1;
    peaks.open = Math.max(peaks.open, open);
    response.once('close', () => void (open -= 1));
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      for (const check of waiting) check();
      if (status !== undefined) setTimeout(() => response.writeHead(status ?? 200).end('said the receiver'), holdMs);
    });
  });
  server.on('connection', () => void (peaks.connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    peaks,
    waitFor: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    answerWith(next) {
      status = next;
    },
  };
}

/** The envelope of a postback, whether it is compressed or not. */
export function readPostback({ body }: Received): ProviderAnswer {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  return JSON.parse((isGzip ? gunzipSync(body) : body).toString('utf8')) as ProviderAnswer;
}

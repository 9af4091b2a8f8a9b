/**
 * The clients of `socket`, in a process of their own: `CLIENTS` connections to `URL`, of which every
 * `MEASURED_EVERY`th reads its messages and measures how old they are. The others take the bytes as they come, so
 * that what is measured is not the clients' own work. Says `ready` when all are connected, and at a
 * line the figures, as JSON.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { BENCH_KEY } from './process.ts';
import { preciseNow, type TimedEvent } from './socket-sender.ts';

const { URL: url = '', CLIENTS = '0', COUNT = '0', WARM_UP = '0', MEASURED_EVERY = '1' } = process.env;
const count = Number(COUNT);
const delays: number[] = [];
let bytes = 0;
let measured = 0;
let complete = 0;
const all = Promise.withResolvers<void>();

async function connectMeasured(): Promise<void> {
  const ws = new WebSocket(url.replace('http', 'ws'), { headers: { 'x-api-key': BENCH_KEY } });
  measured += 1;
  ws.on('message', (data: Buffer) => {
    const { at, number } = JSON.parse(String(data)) as Partial<TimedEvent>;
    if (at === undefined || number === undefined) return;
    if (number >= Number(WARM_UP)) delays.push(preciseNow() - at);
    if (number === count - 1 && (complete += 1) === measured) all.resolve();
  });
  await once(ws, 'open');
}

async function connectPlain(): Promise<void> {
  const headers = {
    'x-api-key': BENCH_KEY,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const asked = request(url, { headers, agent: false });
  asked.end();
  const [, socket] = (await once(asked, 'upgrade')) as [unknown, NodeJS.ReadableStream];
  socket.on('data', (piece: Buffer) => (bytes += piece.length));
}

for (let at = 0; at < Number(CLIENTS); at += 1) await (at % Number(MEASURED_EVERY) === 0 ? connectMeasured() : connectPlain());
process.stdout.write('ready\n');
await all.promise;
const sorted = delays.toSorted((a, b) => a - b);
const quantile = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
// The other clients get the last events a moment later.
await once(createInterface({ input: process.stdin }), 'line');
process.stdout.write(
  `${JSON.stringify({ p50: quantile(0.5), p99: quantile(0.99), received: delays.length, plainBytes: bytes / Math.max(1, Number(CLIENTS) - measured) })}\n`,
);
process.exit(0);

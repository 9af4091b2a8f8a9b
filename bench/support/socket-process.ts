/**
 * One side of `socket` in a process of its own, chosen by `PART`:
 * `bare` a broadcast as one writes it first, `ours` the service's live socket with a sender inside,
 * `sender` a process whose events the live socket of `ours` sends. Sends `COUNT` events at
 * `PER_SECOND` when it reads a line, and says `done`.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { readConfig } from '#config';
import { hashKey } from '#http/auth.ts';
import { makeLiveHub } from '#http/live/index.ts';
import { makeServer } from '#http/server.ts';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { liveEndpoints } from '../../src/areas/operations/routes/live.ts';
import { BENCH_KEY } from './process.ts';
import { sendEvents, type TimedEvent } from './socket-sender.ts';

const { PART = '', PORT = '0', DATABASE_URL = '', COUNT = '0', PER_SECOND = '0' } = process.env;
const logger = makeLogger('error');

async function startBare(): Promise<(event: TimedEvent) => void> {
  const server = createServer((_request, response) => void response.end('{"status":"ok"}'));
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  server.listen(Number(PORT), '127.0.0.1');
  await once(server, 'listening');
  return (event) => {
    const text = JSON.stringify({ type: 'step', ts: Date.now(), ...event });
    for (const client of sockets.clients) if (client.readyState === WebSocket.OPEN) client.send(text);
  };
}

async function startOurs(isListening: boolean): Promise<(event: TimedEvent) => void> {
  const postgres = await openPostgres({ databaseUrl: DATABASE_URL, dataDir: '', logger });
  const clock = makeClock();
  const live = makeLiveHub({ postgres, clock, logger, topics: ['step'] });
  await live.start();
  if (isListening) {
    const record = {
      id: 'key_bench',
      hash: hashKey(BENCH_KEY),
      scopes: ['admin'],
      tier: 'enterprise',
      organizationId: undefined,
      projectId: undefined,
      expiresAt: undefined,
      revokedAt: undefined,
    } as const;
    const server = await makeServer({
      context: { config: readConfig({}), clock, logger, postgres } as never,
      endpoints: liveEndpoints,
      findKey: () => Promise.resolve(record),
      live,
    });
    await server.listen({ port: Number(PORT), host: '127.0.0.1' });
  }
  return (event) => live.publish('step', { ...event });
}

const send = await (PART === 'bare' ? startBare() : startOurs(PART === 'ours'));
process.stdout.write('ready\n');
for await (const _line of createInterface({ input: process.stdin })) {
  await sendEvents({ perSecond: Number(PER_SECOND), count: Number(COUNT) }, send);
  process.stdout.write('done\n');
}
await once(process, 'SIGTERM');

import type { TestContext } from 'node:test';
import { z } from 'zod';
import type { FindKey, KeyRecord } from '#http/auth.ts';
import { makeDefineEndpoint } from '#http/endpoint.ts';
import type { ClientLimits } from '#http/live/clients.ts';
import { makeLiveHub, type LiveHub } from '#http/live/index.ts';
import type { ServerContext } from '#http/server.ts';
import { makeClock } from '#kernel/clock.ts';
import type { World } from '../workflows/world.ts';
import { ALL_SCOPES_KEY, startEndpoints, toRecord } from './http.ts';
import { connectLive, SOCKET_PATH, type ConnectOptions, type LiveClient } from './live-client.ts';
import { makeRecordingLogger } from './openapi-walk-world.ts';

/** A listener that serves the live socket, without the rest of the service. */
export interface LiveWorld {
  readonly hub: LiveHub;
  readonly url: string;
  /** The warnings that were logged. */
  readonly lines: readonly string[];
  watch(options?: Partial<ConnectOptions>): Promise<LiveClient>;
  /** Revokes the key of all clients without a notice to any process. */
  revokeKey(): void;
}

export interface LiveWorldOptions extends Partial<ClientLimits> {
  /** Other keys than the one of all clients. */
  readonly findKey?: FindKey;
}

const socket = makeDefineEndpoint<ServerContext>()({
  spec: '6.3',
  area: 'test',
  method: 'GET',
  path: SOCKET_PATH,
  summary: 'Watch',
  access: 'admin',
  socket: true,
  responses: { 200: z.never() },
  handle: () => Promise.reject(new Error('plain requests are answered by the engine')),
});

export async function startLiveWorld(
  t: TestContext,
  { postgres, onClose }: Pick<World, 'postgres' | 'onClose'>,
  { findKey, ...limits }: LiveWorldOptions = {},
): Promise<LiveWorld> {
  const { logger, lines } = makeRecordingLogger('warn');
  const hub = makeLiveHub({ postgres, clock: makeClock(), logger, topics: ['workflow', 'step', 'crawl'], limits });
  let record: KeyRecord | undefined = toRecord(ALL_SCOPES_KEY);
  await hub.start();
  onClose(() => hub.stop());
  const find = findKey ?? (() => Promise.resolve(record));
  const server = await startEndpoints(t, [socket], { live: hub, logger, postgres, findKey: find });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    hub,
    url,
    lines,
    async watch(options = {}) {
      const client = await connectLive(url, { headers: { 'x-api-key': ALL_SCOPES_KEY.key }, ...options });
      onClose(() => client.ws.terminate());
      return client;
    },
    revokeKey: () => (record = undefined),
  };
}

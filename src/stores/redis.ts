import type { Redis } from 'ioredis';
import { messageOf } from '#kernel/errors.ts';

/** Longer than any answer of a Redis that is well. */
const ANSWER_MS_MAX = 1_000;
const CONNECT_MS_MAX = 3_000;
const RECONNECT_MS_MAX = 2_000;
/** What the library says of a command that was not answered in time. */
const LATE = 'Command timed out';

/**
 * A connection to Redis (or Valkey). Commands fail at once while it is away, and after a second when it is stalled; one that was not
 * answered closes the connection, which may be cut without a sign. The library is loaded only where Redis is used.
 */
export async function connectRedis(url: string, onError: (error: string) => void): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const client = new Client(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    commandTimeout: ANSWER_MS_MAX,
    connectTimeout: CONNECT_MS_MAX,
    retryStrategy: (times) => Math.min(times * 100, RECONNECT_MS_MAX),
  });
  client.on('error', (error: unknown) => onError(messageOf(error)));
  const send = client.sendCommand.bind(client);
  client.sendCommand = (...given) => {
    const sent = send(...given) as Promise<unknown>;
    sent.catch((error: unknown) => {
      if (messageOf(error) === LATE && client.status === 'ready') client.disconnect(true);
    });
    return sent;
  };
  // The listener above knows the reason; the library keeps trying.
  await client.connect().catch(() => undefined);
  return client;
}

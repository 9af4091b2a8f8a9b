import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { ShiftableClock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';

const RECONNECT_MS = 500;

/**
 * Keeps our clock on the sandbox's date (docs/configuration.md, "Sandbox"). The sandbox sends
 * every change over an open connection before it answers the request that made the change.
 * @returns once the first offset is known, a function that ends the following
 * @throws Error when no sandbox answers at the address
 */
export async function followSandboxClock(sandboxUrl: string, clock: ShiftableClock, logger: Logger): Promise<() => void> {
  let stopped = false;
  let connection: IncomingMessage | undefined;

  const follow = async (onFirst: () => void): Promise<void> => {
    connection = await openStream(sandboxUrl);
    for await (const line of createInterface({ input: connection })) {
      const offsetMs = parseOffset(line);
      if (offsetMs !== undefined) clock.shift(offsetMs);
      onFirst();
    }
  };

  const keepFollowing = (): void => {
    if (stopped) return;
    follow(() => undefined)
      .catch((error: unknown) => logger.debug({ error: messageOf(error) }, 'the sandbox clock is out of reach'))
      .finally(() => setTimeout(keepFollowing, RECONNECT_MS).unref());
  };

  await new Promise<void>((resolve, reject) => {
    follow(resolve)
      .then(keepFollowing)
      .catch((error: unknown) => {
        reject(new Error(`No sandbox answers at ${sandboxUrl}: ${messageOf(error)}`, { cause: error }));
        keepFollowing();
      });
  }).catch((error: unknown) => {
    stopped = true;
    throw error;
  });

  return () => {
    stopped = true;
    connection?.destroy();
  };
}

function openStream(sandboxUrl: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(`${sandboxUrl}/_sandbox/clock/stream`, (response) => {
      if (response.statusCode === 200) return resolve(response);
      response.resume();
      return reject(new Error(`HTTP ${response.statusCode ?? 0}`));
    });
    request.on('error', reject);
  });
}

function parseOffset(line: string): number | undefined {
  if (line.trim() === '') return undefined;
  const message = JSON.parse(line) as { offset_ms?: unknown };
  return typeof message.offset_ms === 'number' ? message.offset_ms : undefined;
}

import { listSecrets, type Config } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import { makeRedact } from '#kernel/telemetry/redact.ts';
import { closeAll, type Closer } from './closers.ts';
import type { App, AppOverrides } from './compose.ts';
import { openStores } from './open-stores.ts';

export type { App, AppOverrides } from './compose.ts';

/**
 * Starts the stores, and loads the sources of everything else while PostgreSQL gets ready: this file and the
 * stores load little. Whatever opens something pushes how to close it onto one list.
 * @throws when a store cannot be opened or the port is taken; everything opened until then is closed again
 */
export async function startApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const redact = makeRedact(listSecrets(config));
  const logger = overrides.logger ?? makeLogger(config.logLevel, { redact, destination: overrides.logTo });
  const closers: Closer[] = [];
  try {
    const hasTime = Promise.withResolvers<void>();
    const starting = [
      openStores(config, { ...overrides, logger, hasTime, onSecretOpened: redact.learn }, closers),
      hasTime.promise.then(() => import('./compose.ts')),
    ] as const;
    // Both have ended, well or not, before anything is closed again.
    await Promise.allSettled(starting);
    const [stores, { composeApp }] = await Promise.all(starting);
    return await composeApp(config, { ...overrides, logger, redact }, { stores, closers });
  } catch (error) {
    await closeAll(closers, logger);
    throw error;
  }
}

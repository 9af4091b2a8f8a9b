import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import { onEnd } from './closers.ts';
import { openGate } from './gate.ts';
import { findTestFolder } from './test-folder.ts';

/** A PostgreSQL server that can be restarted, and has one address for its whole life. */
export interface RestartablePostgres {
  readonly connectionString: string;
  /** Stops the server, which breaks every connection, and starts it again after a while, or when something has happened. */
  restart(away: number | (() => Promise<void>)): Promise<void>;
}

const SETTINGS = { fsync: 'off', log_min_messages: 'panic', max_connections: '300' };

export async function startRestartablePostgres(t: TestContext): Promise<RestartablePostgres> {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-restart-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const start = () => startEmbeddedPostgres({ dataDir, logger: makeLogger('fatal'), settings: SETTINGS });
  let server = await start();
  onEnd(t, () => server.stop());
  const gate = await openGate(t, () => Number(new URL(server.connectionString).port));
  const address = new URL(server.connectionString);
  address.port = String(gate.port);
  return {
    connectionString: address.href,
    async restart(away) {
      await server.stop();
      gate.breakAll();
      await (typeof away === 'number' ? sleep(away) : away());
      server = await start();
    },
  };
}

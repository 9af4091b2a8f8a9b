import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { migrateClickHouse, openClickHouse } from '#stores/clickhouse/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeCache, type ClosableCache } from '#stores/cache/index.ts';
import { makeOutbox } from '#stores/outbox.ts';
import type { Outbox } from '#stores/outbox-types.ts';
import { onEnd } from './closers.ts';
import { cloneTemplate, startTestServer, type TestServer } from './server.ts';
import { findTestFolder } from './test-folder.ts';

export interface TestStores {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  /** Not started: `flush` ships. */
  readonly outbox: Outbox;
  readonly cache: ClosableCache;
  /** Address of this test's own database. */
  readonly connectionString: string;
  /** A folder of this test's own; with `connectionString` it makes the configuration of a whole service. */
  readonly dataDir: string;
  /**
   * Runs before the stores are closed, newest first. Whatever uses the stores is stopped here and
   * not in `t.after`, whose hooks run oldest first, so after the stores are gone.
   */
  onClose(close: () => unknown): void;
}

/**
 * Real stores for one test, closed and dropped after it: a PostgreSQL database of its own, cloned
 * from the migrated template (0.1 s), and the ClickHouse engine with migrated tables.
 *
 * The PostgreSQL server is the test run's (`scripts/test.ts`), or one of this process for a file
 * that runs alone. The ClickHouse engine exists once in a process, so its tables are shared: a test
 * that is alone in its process at the time finds them empty; tests that run at once keep their
 * rows apart by ids (`newId`). Node's runner gives every file a process.
 */
export async function openTestStores(t: TestContext): Promise<TestStores> {
  const onClose = (close: () => unknown): void => onEnd(t, close);
  const logger = makeLogger(process.env['LOG_LEVEL'] ?? 'error');

  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-test-'));
  onClose(() => rm(dataDir, { recursive: true, force: true }));
  const connectionString = await cloneTestDatabase(t);
  const postgres = await openPostgres({ databaseUrl: connectionString, dataDir, logger });
  onClose(() => postgres.close());

  await symlink(await findEngineFolder(), join(dataDir, 'clickhouse'));
  // Starting the engine takes a third of a second: it stays open until the process has run all its tests.
  keptEngine ??= openClickHouse({ url: undefined, dataDir, logger });
  await keptEngine;
  const clickhouse = await openClickHouse({ url: undefined, dataDir, logger });
  openEngines += 1;
  onClose(() => {
    openEngines -= 1;
    return clickhouse.close();
  });
  await migrateClickHouse({ clickhouse, postgres, cluster: undefined, logger });
  if (openEngines === 1) await emptyTables(clickhouse);

  const outbox = makeOutbox({ postgres, clickhouse, logger });
  onClose(() => outbox.stop());
  const cache = makeCache({ postgres, redisUrl: undefined, logger });
  onClose(() => cache.close());
  return { postgres, clickhouse, outbox, cache, connectionString, dataDir, onClose };
}

/** @returns the address of a migrated database of this test's own, dropped after it */
export async function cloneTestDatabase(t: TestContext): Promise<string> {
  const database = await cloneTemplate(await findServer());
  onEnd(t, () => database.drop());
  return database.connectionString;
}

let openEngines = 0;
let ownServer: Promise<TestServer> | undefined;
let engineFolder: Promise<string> | undefined;
let keptEngine: Promise<ClickHouse> | undefined;

/** Closes the engine of this process, for a test that opens one over a folder of its own: a process has one folder open at a time. */
export async function leaveEngine(): Promise<void> {
  await (await keptEngine)?.close();
  keptEngine = undefined;
}

async function findServer(): Promise<string> {
  const shared = process.env['SIGHTLINE_TEST_DATABASE_URL'];
  if (shared !== undefined) return shared;
  ownServer ??= startTestServer();
  return (await ownServer).url;
}

async function findEngineFolder(): Promise<string> {
  engineFolder ??= mkdtemp(join(findTestFolder(), 'sightline-test-clickhouse-'));
  const folder = join(await engineFolder, 'clickhouse');
  await mkdir(folder, { recursive: true });
  return folder;
}

const listTables = {
  name: 'list-tables',
  sql: `select name from system.tables where database = currentDatabase() and engine like '%MergeTree' and total_rows > 0`,
  params: z.object({}),
  row: z.object({ name: z.string() }),
};

async function emptyTables(clickhouse: ClickHouse): Promise<void> {
  for (const table of await clickhouse.query(listTables, {})) await clickhouse.command(`truncate table ${table.name}`);
}

// Runs after the last test of the file.
after(async () => {
  await (await ownServer)?.stop();
  await leaveEngine();
  if (engineFolder !== undefined) await rm(await engineFolder, { recursive: true, force: true });
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { makeLogger } from '#kernel/logger.ts';
import { readClickHouseMigrations } from '#stores/clickhouse/index.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { findTestFolder } from './test-folder.ts';

export const TEMPLATE_DATABASE = 'sightline_template';

/** Nothing in a test outlives its run, so nothing is forced to disk, and no space is won back. */
const TEST_SETTINGS = {
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  log_min_messages: 'panic',
};

export interface TestServer {
  /** Address of the server's own `postgres` database. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server in a temporary folder, with a migrated template database.
 * @param prepare does more to the template, which it must leave without open connections
 */
export async function startTestServer(prepare?: (template: Postgres) => Promise<void>): Promise<TestServer> {
  const logger = makeLogger('error');
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-test-server-'));
  const server = await startEmbeddedPostgres({ dataDir, logger, settings: TEST_SETTINGS });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await withDatabase(server.connectionString, (postgres) => postgres.query(`create database ${TEMPLATE_DATABASE}`));
    await withDatabase(addressOf(server.connectionString, TEMPLATE_DATABASE), async (postgres) => {
      await migratePostgres(postgres, logger);
      await noteAnalyticsMigrations(postgres);
      await prepare?.(postgres);
    });
    return { url: server.connectionString, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A new ClickHouse gets its tables whatever is remembered; one that has them already, for an earlier test, is not made again. */
async function noteAnalyticsMigrations(postgres: Postgres): Promise<void> {
  for (const { number, name, checksum } of await readClickHouseMigrations())
    await postgres.query('insert into clickhouse_migrations (number, name, checksum) values ($1, $2, $3)', [number, name, checksum]);
}

export interface TestDatabase {
  readonly connectionString: string;
  drop(): Promise<void>;
}

/** A copy of the template under a name of its own. */
export async function cloneTemplate(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = connectTo(serverUrl);
  await server.query(`create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  return {
    connectionString: addressOf(serverUrl, name),
    drop: async () => void (await server.query(`drop database if exists ${name} with (force)`)),
  };
}

const servers = new Map<string, pg.Pool>();

/** Connections that make and drop databases stay open: each would be a process of the server for one statement. */
function connectTo(serverUrl: string): pg.Pool {
  const known = servers.get(serverUrl);
  if (known !== undefined) return known;
  const server = new pg.Pool({ connectionString: serverUrl, max: 2, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // The server may end first.
  server.on('error', () => undefined);
  servers.set(serverUrl, server);
  return server;
}

async function withDatabase<Result>(connectionString: string, work: (postgres: Postgres) => Promise<Result>): Promise<Result> {
  const postgres = await openPostgres({ databaseUrl: connectionString, dataDir: '', logger: makeLogger('error') });
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}

function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

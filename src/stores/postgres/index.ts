import type { Logger } from '#kernel/logger.ts';
import { StoreError } from '../errors.ts';
import { makePostgres } from './client.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import type { Postgres } from './types.ts';

export { listPendingOfPostgres, migratePostgres, POSTGRES_MIGRATIONS } from './migrations.ts';
export { dropPartitionsBefore, ensureMonthlyPartition } from './partitions.ts';
export { insertRows, toArrays, unnest } from './unnest.ts';
export { isUnstorable } from './unstorable.ts';

const SERVER_VERSION_MIN = 150_000;
const DATABASE = 'sightline';
const UNKNOWN_DATABASE = '3D000';

export interface OpenPostgresOptions {
  /** Unset: an embedded server in `<dataDir>/postgres`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly logger: Logger;
  /** Called once when the embedded server keeps failing and is not started again. */
  readonly onLost?: (error: StoreError) => void;
  /** Called when another process has the work, a server that starts among them, and this one waits. Maybe more than once. */
  readonly onWaiting?: () => void;
}

/**
 * Opens the relational store and checks that it answers.
 * @throws StoreError that says what to do, when the store cannot be reached or started
 */
export async function openPostgres({ databaseUrl, dataDir, logger, onLost, onWaiting }: OpenPostgresOptions): Promise<Postgres> {
  if (databaseUrl !== undefined) {
    onWaiting?.();
    return await check(makePostgres({ connectionString: databaseUrl, logger }));
  }
  const server = await startEmbeddedPostgres({ dataDir, logger, onLost, onWaiting });
  try {
    const connectionString = new URL(server.connectionString);
    connectionString.pathname = `/${DATABASE}`;
    await ensureDatabase(server.connectionString, connectionString.href, logger);
    return makePostgres({ connectionString: connectionString.href, logger, afterClose: () => server.stop() });
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Tries our database first: it is missing only on the very first start. */
async function ensureDatabase(serverUrl: string, databaseUrl: string, logger: Logger): Promise<void> {
  const ours = makePostgres({ connectionString: databaseUrl, logger, poolSize: 1 });
  try {
    await ours.query('select 1');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNKNOWN_DATABASE)) throw error;
    const server = makePostgres({ connectionString: serverUrl, logger, poolSize: 1 });
    await server.query(`create database ${DATABASE}`).finally(() => server.close());
  } finally {
    await ours.close();
  }
}

async function check(postgres: Postgres): Promise<Postgres> {
  try {
    const { rows } = await postgres.query<{ version: number }>(`select current_setting('server_version_num')::integer as version`);
    const version = rows[0]?.version ?? 0;
    if (version >= SERVER_VERSION_MIN) return postgres;
    throw new StoreError('wrong_version', `DATABASE_URL names a PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
  } catch (error) {
    await postgres.close();
    if (error instanceof StoreError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new StoreError('unreachable', `PostgreSQL at DATABASE_URL (${hostOf(postgres.connectionString)}) cannot be used: ${message}`, {
      cause: error,
    });
  }
}

/** Host, port and database of an address, without user and password. */
function hostOf(connectionString: string): string {
  const url = new URL(connectionString);
  return `${url.host}${url.pathname}`;
}

import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';
import { StoreError } from '../errors.ts';
import { readMigrations, selectPending, type AppliedMigration, type MigrationFile } from '../migration-files.ts';
import type { Postgres, Sql } from './types.ts';

export const POSTGRES_MIGRATIONS = join(import.meta.dirname, 'migrations');
/** Advisory lock, an arbitrary unique number: one process migrates, the others wait for it. */
const LOCK = 7_214_400_101;

/**
 * Brings the schema up to this release: numbered files, forward only, each in its own transaction,
 * recorded in `schema_migrations`. Safe to call from several starting processes.
 * @returns the names of what was applied now
 * @throws StoreError when a file fails, was changed after it was applied, or the database is newer
 */
export async function migratePostgres(postgres: Postgres, logger: Logger, folder = POSTGRES_MIGRATIONS): Promise<string[]> {
  const files = await readMigrations(folder);
  const client = await postgres.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await applyPending(client, files, logger);
  } finally {
    // The lock belongs to the connection; a broken one has lost it already.
    const unlocked = await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release(unlocked === undefined);
  }
}

/**
 * Names of what `migratePostgres` would apply; changes nothing.
 * @throws StoreError when a file was changed after it was applied, or the database is newer
 */
export async function listPendingOfPostgres(sql: Sql): Promise<string[]> {
  const files = await readMigrations(POSTGRES_MIGRATIONS);
  const { rows: known } = await sql.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`);
  if (known[0]?.exists !== true) return files.map(({ name }) => name);
  const { rows } = await sql.query<AppliedMigration>('select number, name, checksum from schema_migrations order by number');
  return selectPending('PostgreSQL', files, rows).map(({ name }) => name);
}

async function applyPending(client: PoolClient, files: readonly MigrationFile[], logger: Logger): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<AppliedMigration>('select number, name, checksum from schema_migrations order by number');
  const pending = selectPending('PostgreSQL', files, rows);
  for (const file of pending) {
    await apply(client, file);
    logger.debug({ migration: file.name }, 'migrated PostgreSQL');
  }
  if (pending.length > 0) logger.info({ migrations: pending.length, newest: pending.at(-1)?.name }, 'PostgreSQL has the newest schema');
  return pending.map((file) => file.name);
}

async function apply(client: PoolClient, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin');
    await client.query(file.sql);
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      file.number,
      file.name,
      file.checksum,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new StoreError('migration', `Migration ${file.name} of PostgreSQL failed, and nothing of it was applied: ${messageOf(cause)}`, {
      cause,
    });
  }
}

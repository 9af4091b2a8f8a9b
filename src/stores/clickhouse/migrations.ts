import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '#kernel/logger.ts';
import { readMigrations, selectPending, type AppliedMigration, type MigrationFile } from '../migration-files.ts';
import { SHIPPING_LOCK } from '../outbox-types.ts';
import type { Postgres, Sql } from '../postgres/types.ts';
import type { ClickHouse } from './types.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** One starter migrates, the others wait for it. */
const LOCK = 7_214_400_102;

export interface MigrateClickHouseOptions {
  readonly clickhouse: ClickHouse;
  /** Records which migrations were applied, in `clickhouse_migrations`. */
  readonly postgres: Postgres;
  /** Set: tables are made on every server of this cluster, with replicated engines. */
  readonly cluster: string | undefined;
  readonly logger: Logger;
}

/**
 * Brings the analytics schema up to this release, while no process ships rows. ClickHouse has no transactions over tables, so
 * every statement is written to be safe to repeat, and a file is remembered when all of it is done.
 * A ClickHouse without any table is a new one and gets every file, whatever PostgreSQL remembers.
 * @returns the names of what was applied now
 * @throws StoreError when a statement fails, a file was changed after it was applied, or the store is newer
 */
export async function migrateClickHouse({ clickhouse, postgres, cluster, logger }: MigrateClickHouseOptions): Promise<string[]> {
  const files = await readMigrations(FOLDER);
  const client = await postgres.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if (await isNew(clickhouse)) await client.query('delete from clickhouse_migrations');
    const { rows } = await client.query<AppliedMigration>('select number, name, checksum from clickhouse_migrations order by number');
    const pending = selectPending('ClickHouse', files, rows);
    if (pending.length > 0) await client.query('select pg_advisory_lock($1)', [SHIPPING_LOCK]);
    for (const file of pending) {
      for (const statement of toStatements(file.sql, cluster)) await clickhouse.command(statement);
      await client.query('insert into clickhouse_migrations (number, name, checksum) values ($1, $2, $3)', [
        file.number,
        file.name,
        file.checksum,
      ]);
      logger.debug({ migration: file.name }, 'migrated ClickHouse');
    }
    if (pending.length > 0) logger.info({ migrations: pending.length, newest: pending.at(-1)?.name }, 'ClickHouse has the newest schema');
    return pending.map((file) => file.name);
  } finally {
    const unlocked = await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release(unlocked === undefined);
  }
}

/** The migrations that this release brings. */
export function readClickHouseMigrations(): Promise<MigrationFile[]> {
  return readMigrations(FOLDER);
}

/**
 * Names of what `migrateClickHouse` would apply; changes nothing. `sql` is a PostgreSQL that has its migrations.
 * @throws StoreError when a file was changed after it was applied, or the store is newer
 */
export async function listPendingOfClickHouse(clickhouse: ClickHouse, sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<AppliedMigration>('select number, name, checksum from clickhouse_migrations order by number');
  const applied = (await isNew(clickhouse)) ? [] : rows;
  return selectPending('ClickHouse', await readMigrations(FOLDER), applied).map(({ name }) => name);
}

const countTables = {
  name: 'count-tables',
  sql: 'select count() as tables from system.tables where database = currentDatabase()',
  params: z.object({}),
  row: z.object({ tables: z.number() }),
};

async function isNew(clickhouse: ClickHouse): Promise<boolean> {
  const [row] = await clickhouse.query(countTables, {});
  return row?.tables === 0;
}

/**
 * The statements of a file. `{engine:X}` becomes `X`, or `ReplicatedX` in a cluster; `{on_cluster}`
 * becomes nothing, or names the cluster. Semicolons in texts, names and comments do not count.
 */
export function toStatements(sql: string, cluster: string | undefined): string[] {
  const filled = sql
    .replaceAll(/\{engine:([^}]+)\}/gu, cluster === undefined ? '$1' : 'Replicated$1')
    .replaceAll('{on_cluster}', cluster === undefined ? '' : `ON CLUSTER \`${cluster}\``);
  const tokens = filled.match(/'(?:[^'\\]|\\.|'')*'|`[^`]*`|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|[^'`"\-/;]+|[\s\S]/gu) ?? [];
  const statements = [''];
  for (const token of tokens) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === ';') statements.push('');
    else statements.push(`${statements.pop() ?? ''}${token}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

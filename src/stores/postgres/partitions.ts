import { StoreError } from '../errors.ts';
import type { Postgres, Sql } from './types.ts';

const LOCK_TIMEOUT_MS = 10_000;
/** A statement that waits for an exclusive lock blocks all later ones: give up soon and try again later. */
const DROP_LOCK_TIMEOUT_MS = 1_000;

/** A whole month in UTC. */
interface Month {
  readonly start: Date;
  readonly end: Date;
  /** For example `2026_11`. */
  readonly label: string;
}

/** Months that this process has seen a partition for. */
const makeEnsured = (): Map<string, Promise<void>> => new Map();

/**
 * Makes sure that a table partitioned by a month of an instant has the partition of `instant`'s
 * month, before rows of it are written. Rows of the month that lie in the default partition move
 * into it. Costs a look into memory after the first time. Call it before the transaction that
 * writes the rows: it works on a connection of its own and locks the table for a moment.
 * @param table a table `partition by range` over a timestamptz column, with a `<table>_default` partition
 */
export function ensureMonthlyPartition(postgres: Postgres, table: string, instant: Date): Promise<void> {
  const month = monthOf(instant);
  const known = postgres.recall(makeEnsured);
  const key = `${table}_${month.label}`;
  const running = known.get(key);
  if (running !== undefined) return running;
  const making = createPartition(postgres, table, month).catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
  known.set(key, making);
  return making;
}

async function createPartition(postgres: Postgres, table: string, month: Month): Promise<void> {
  const name = `${toIdentifier(table)}_${month.label}`;
  if (await hasTable(postgres, name)) return;
  const column = await getPartitionColumn(postgres, table);
  const from = `'${month.start.toISOString()}'`;
  const to = `'${month.end.toISOString()}'`;
  await postgres.transaction(async (tx) => {
    // Called while the caller's own open transaction holds the table, this would never return.
    await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
    // One maker at a time, before the table itself is locked, so that two cannot deadlock.
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
    if (await hasTable(tx, name)) return;
    await tx.query(`lock table ${table} in access exclusive mode`);
    await tx.query(`create table ${name} (like ${table} including defaults including constraints including storage including compression)`);
    // Attaching would be refused while the default partition holds rows of the month.
    await tx.query(
      `with moved as (delete from ${table}_default where ${column} >= ${from} and ${column} < ${to} returning *) insert into ${name} select * from moved`,
    );
    await tx.query(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`);
  });
}

/**
 * Drops the partitions whose whole month lies before `before`, and deletes such rows from the
 * default partition. Readers wait for it a second at most.
 * @returns the names of the dropped tables, oldest first
 * @throws when the table stays in use; what was dropped until then stays dropped
 */
export async function dropPartitionsBefore(postgres: Postgres, table: string, before: Date): Promise<string[]> {
  const column = await getPartitionColumn(postgres, table);
  const oldestKept = `${table}_${monthOf(before).label}`;
  const names = (await listPartitions(postgres, table)).filter((name) => name < oldestKept);
  for (const name of names) {
    await postgres.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '${DROP_LOCK_TIMEOUT_MS}ms'`);
      await tx.query(`drop table if exists ${toIdentifier(name)}`);
    });
  }
  await postgres.query(`delete from ${table}_default where ${column} < $1`, [before]);
  const known = postgres.recall(makeEnsured);
  for (const name of names) known.delete(name);
  return names;
}

/** Monthly partitions of a table, oldest first; the default one is not among them. */
export async function listPartitions(sql: Sql, table: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select child.relname as name
     from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = $1::regclass and child.relname ~ ('^' || $1 || '_[0-9]{4}_[0-9]{2}$')
     order by child.relname`,
    [table],
  );
  return rows.map((row) => row.name);
}

/** Read from the catalogue: `to_regclass` inside a transaction can go on denying a table that another one just made. */
async function hasTable(sql: Sql, name: string): Promise<boolean> {
  const { rows } = await sql.query<{ exists: boolean }>(
    'select exists (select from pg_class where relname = $1 and pg_table_is_visible(oid)) as exists',
    [name],
  );
  return rows[0]?.exists ?? false;
}

async function getPartitionColumn(sql: Sql, table: string): Promise<string> {
  const { rows } = await sql.query<{ name: string }>(
    `select attname as name from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
     where partrelid = to_regclass($1)`,
    [toIdentifier(table)],
  );
  const [row] = rows;
  if (row === undefined) throw new StoreError('query', `${table} is not a partitioned table.`);
  return row.name;
}

function monthOf(instant: Date): Month {
  const year = instant.getUTCFullYear();
  const month = instant.getUTCMonth();
  return {
    start: new Date(Date.UTC(year, month)),
    end: new Date(Date.UTC(year, month + 1)),
    label: `${year}_${String(month + 1).padStart(2, '0')}`,
  };
}

/** Names of ours come from code; this keeps it so. */
function toIdentifier(name: string): string {
  if (/^[a-z][a-z0-9_]*$/u.test(name)) return name;
  throw new StoreError('query', `${name} is not a table of ours.`);
}

import type { RequestContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { migrateClickHouse } from '#stores/clickhouse/index.ts';
import { migratePostgres } from '#stores/postgres/index.ts';
import { listTables } from './analytics.ts';

/** What the service cannot do without. */
const NEEDED_TABLES = ['keyword_snapshots', 'serp_runs', 'app_analytics'];

type StoresContext = Pick<RequestContext, 'postgres' | 'clickhouse' | 'config' | 'logger'>;

export type ClickHouseCheck =
  | { readonly isConnected: true; readonly tables: readonly { name: string; rows: number }[]; readonly missing: readonly string[] }
  | { readonly isConnected: false; readonly error: string };

/** Whether the analytics store answers and has its tables. */
export async function checkClickHouse({ clickhouse }: Pick<StoresContext, 'clickhouse'>): Promise<ClickHouseCheck> {
  try {
    const tables = await clickhouse.query(listTables, {});
    const names = new Set(tables.map(({ name }) => name));
    return { isConnected: true, tables, missing: NEEDED_TABLES.filter((name) => !names.has(name)) };
  } catch (error) {
    return { isConnected: false, error: messageOf(error) };
  }
}

/** Makes the analytics tables that are missing. Gives the names of all, and of the new ones. */
export async function initClickHouse(ctx: StoresContext): Promise<{ tables: string[]; created: string[] }> {
  const before = await listNames(ctx);
  await migrateClickHouse({
    clickhouse: ctx.clickhouse,
    postgres: ctx.postgres,
    cluster: ctx.config.clickhouseCluster,
    logger: ctx.logger,
  });
  const tables = await listNames(ctx);
  return { tables, created: tables.filter((name) => !before.includes(name)) };
}

async function listNames({ clickhouse }: StoresContext): Promise<string[]> {
  return (await clickhouse.query(listTables, {})).map(({ name }) => name);
}

/** Brings both stores to the newest schema; gives the names of what was applied. */
export async function migrateStores(ctx: StoresContext): Promise<string[]> {
  const relational = await migratePostgres(ctx.postgres, ctx.logger);
  const analytics = await migrateClickHouse({
    clickhouse: ctx.clickhouse,
    postgres: ctx.postgres,
    cluster: ctx.config.clickhouseCluster,
    logger: ctx.logger,
  });
  return [...relational, ...analytics];
}

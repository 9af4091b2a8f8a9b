import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AppContext } from '#context';

/** Bytes that the stores hold at rest. */
export interface Held {
  /** By table, with indexes and what lies apart; the partitions of a table count as one. */
  readonly postgres: ReadonlyMap<string, number>;
  /** By table. */
  readonly clickhouse: ReadonlyMap<string, number>;
  readonly blobs: number;
}

/** Vacuums and merges first: what will be used again, or goes with the next merge, is not held. */
export async function readHeld({ postgres, clickhouse, outbox, config }: AppContext): Promise<Held> {
  await outbox.flush();
  await postgres.query('vacuum analyze');
  const { rows } = await postgres.query<{ name: string; bytes: number }>(
    `select regexp_replace(relname, '_([0-9]{4}_[0-9]{2}|default)$', '') as name, sum(pg_total_relation_size(oid))::float8 as bytes
     from pg_class where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
     group by 1 order by 1`,
  );
  const tables = await clickhouse.query(listParts, {});
  for (const { name } of tables) await clickhouse.command(`optimize table ${name} final`);
  const merged = await clickhouse.query(listParts, {});
  return {
    postgres: new Map(rows.map(({ name, bytes }) => [name, bytes])),
    clickhouse: new Map(merged.map(({ name, bytes }) => [name, bytes])),
    blobs: await measureFolder(config.blobUrl),
  };
}

const listParts = {
  name: 'bench-list-parts',
  sql: `select table as name, sum(bytes_on_disk) as bytes from system.parts
    where active and database = currentDatabase() group by table order by table`,
  params: z.object({}),
  row: z.object({ name: z.string(), bytes: z.number() }),
};

/** A folder that nothing was written to yet is not there. */
async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}

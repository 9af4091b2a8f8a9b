import type { Postgres } from '../postgres/types.ts';
import type { ClosableCache } from './index.ts';
import { makeMemory } from './memory.ts';

const SWEEP_EVERY_MS = 60_000;
const SWEEP_ROWS_MAX = 5_000;

/**
 * Entries in the unlogged table `cache_entries`, which a crash of the server empties: that costs
 * money and never truth. Expired ones are never served, and swept once a minute.
 */
export function makePostgresCache(postgres: Postgres): ClosableCache {
  const memory = makeMemory();
  let sweeping: Promise<unknown> = Promise.resolve();
  // The next minute tries again; whatever is wrong with the server shows elsewhere.
  const sweep = (): void => void (sweeping = sweepExpired(postgres).catch(() => undefined));
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();

  return {
    get: async <Value>(key: string): Promise<Value | undefined> => {
      const known = memory.get(key);
      if (known !== undefined) return JSON.parse(known) as Value;
      const { rows } = await postgres.query<{ json: string; ttlMs: number }>(SELECT, [key], 'cache-get');
      const [row] = rows;
      if (row === undefined) return undefined;
      memory.set(key, row.json, row.ttlMs);
      return JSON.parse(row.json) as Value;
    },
    set: async (key, value, ttlMs) => {
      const json = JSON.stringify(value);
      await postgres.query(UPSERT, [key, json, ttlMs], 'cache-set');
      memory.set(key, json, ttlMs);
    },
    delete: async (key) => {
      memory.delete(key);
      await postgres.query('delete from cache_entries where key = $1', [key]);
    },
    close: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
}

/** The server's clock decides, so that processes agree. */
const SELECT = `
  select value::text as json, extract(epoch from expires_at - clock_timestamp())::double precision * 1000 as ttl_ms
  from cache_entries where key = $1 and expires_at > clock_timestamp()`;

const UPSERT = `
  insert into cache_entries (key, value, expires_at) values ($1, $2, clock_timestamp() + $3::double precision * interval '1 millisecond')
  on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`;

/** Deletes expired entries, some thousands at a time. @returns how many */
export async function sweepExpired(postgres: Postgres): Promise<number> {
  const { rowCount } = await postgres.query(
    `delete from cache_entries where key in (
       select key from cache_entries where expires_at <= clock_timestamp() order by expires_at, key limit $1 for update skip locked
     )`,
    [SWEEP_ROWS_MAX],
  );
  return rowCount ?? 0;
}

import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';
import type { CrawlDepth } from '../depth.ts';

interface NewSeen {
  readonly run_id: string;
  readonly app_id: string;
  readonly crawl_depth: number;
}

const NEW: ColumnTypes<NewSeen> = { run_id: 'text', app_id: 'text', crawl_depth: 'smallint' };

export interface SeenApp {
  readonly appId: string;
  readonly crawlDepth: CrawlDepth;
}

/** Adds apps that the crawl has not seen; sorted, so that two writers never wait for each other in a circle. @returns how many were new */
export async function insertSeen(
  tx: Sql,
  runId: string,
  { appIds, depth }: { appIds: Iterable<string>; depth: CrawlDepth },
): Promise<number> {
  const rows = [...new Set(appIds)].toSorted().map((id) => ({ run_id: runId, app_id: id, crawl_depth: depth }));
  const added = await insertRows<NewSeen, { one: number }>(tx, {
    table: 'crawl_seen_apps',
    columns: NEW,
    rows,
    suffix: 'on conflict do nothing returning 1 as one',
  });
  return added.length;
}

/** Apps that are still to be read. */
export async function listPendingApps(sql: Sql, runId: string, limit: number): Promise<SeenApp[]> {
  const { rows } = await sql.query<SeenApp>(
    `select app_id, crawl_depth from crawl_seen_apps
     where run_id = $1 and status = 'pending' order by app_id limit $2`,
    [runId, limit],
  );
  return rows;
}

export interface EndedApp {
  readonly app_id: string;
  /** Null: it was read. */
  readonly error: string | null;
}

const ENDED: ColumnTypes<EndedApp> = { app_id: 'text', error: 'text' };

/** A failed app may still be read by another source. */
export async function endSeen(tx: Sql, runId: string, ended: readonly EndedApp[]): Promise<void> {
  if (ended.length === 0) return;
  await tx.query(
    `update crawl_seen_apps s set status = case when t.error is null then 'completed' else 'failed' end, error = t.error
     from ${unnest(ENDED, { first: 2 })} where s.run_id = $1 and s.app_id = t.app_id and s.status <> 'completed'`,
    [runId, ...toArrays(ENDED, ended)],
  );
}

export interface SeenCounts {
  readonly seen: number;
  readonly pending: number;
}

export async function countSeen(sql: Sql, runId: string): Promise<SeenCounts> {
  const { rows } = await sql.query<SeenCounts>(
    `select count(*) as seen, count(*) filter (where status = 'pending') as pending from crawl_seen_apps where run_id = $1`,
    [runId],
  );
  return rows[0] ?? { seen: 0, pending: 0 };
}

/** Apps that could not be read, with the reason. */
export async function listFailedApps(
  sql: Sql,
  runId: string,
  limit: number,
): Promise<{ readonly appId: string; readonly error: string | null }[]> {
  const { rows } = await sql.query<{ appId: string; error: string | null }>(
    `select app_id, error from crawl_seen_apps where run_id = $1 and status = 'failed' order by app_id limit $2`,
    [runId, limit],
  );
  return rows;
}

/** What a crawl that has ended has read; what failed stays to be looked at. */
export async function forgetRead(tx: Sql, runId: string): Promise<void> {
  await tx.query(`delete from crawl_seen_apps where run_id = $1 and status <> 'failed'`, [runId]);
}

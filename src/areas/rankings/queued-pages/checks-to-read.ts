import type { Sql } from '#stores/postgres/types.ts';
import type { CheckSubject, SerpCheck } from '../check.ts';
import { listTaskChecks } from './store.ts';
import { listTrackedChecks } from '../tracked/store.ts';

/**
 * What queued checks should read now, in their order: what a SERP task asked for, else what the projects that
 * track the keyword want. `undefined`: no project tracks it any more.
 */
export async function listChecksToRead(
  sql: Sql,
  queued: readonly (CheckSubject & { readonly id: string })[],
): Promise<(SerpCheck | undefined)[]> {
  const ofTasks = await listTaskChecks(
    sql,
    queued.map(({ id }) => id),
  );
  if (ofTasks.size === queued.length) return queued.map(({ id }) => ofTasks.get(id));
  const tracked = await listTrackedChecks(sql, queued);
  return queued.map(({ id }, at) => ofTasks.get(id) ?? tracked[at]);
}

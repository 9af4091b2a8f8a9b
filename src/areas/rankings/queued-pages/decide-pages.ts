import type { Decided, WaitingTask } from '#purchases/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { CheckSubject, type SerpCheck } from '../check.ts';
import { toFirstDepth } from '../runs/parse-serp-page.ts';
import { listTrackedChecks } from '../tracked/store.ts';
import { listTaskChecks } from './store.ts';

/** What pages should read now; those that no project tracks any more are not wanted. */
export async function decidePages(sql: Sql, waiting: readonly WaitingTask[]): Promise<(Decided<SerpCheck> | undefined)[]> {
  const checks = await listChecksToRead(
    sql,
    waiting.map(({ id, ordered }) => ({ id, ...CheckSubject.parse(ordered) })),
  );
  return checks.map((check, at) => check && { asked: check, readDepth: toReadDepth(check, waiting[at]?.readDepth ?? 0) });
}

/** The first depth, unless an earlier post of the round showed that more is needed. */
function toReadDepth(check: SerpCheck, readDepth: number): number {
  return Math.min(check.depth, Math.max(toFirstDepth(check), readDepth));
}

/**
 * What queued checks should read now, in their order: what a SERP task asked for, else what the projects that
 * track the keyword want. `undefined`: no project tracks it any more.
 */
async function listChecksToRead(sql: Sql, queued: readonly (CheckSubject & { readonly id: string })[]): Promise<(SerpCheck | undefined)[]> {
  const ofTasks = await listTaskChecks(
    sql,
    queued.map(({ id }) => id),
  );
  if (ofTasks.size === queued.length) return queued.map(({ id }) => ofTasks.get(id));
  const tracked = await listTrackedChecks(sql, queued);
  return queued.map(({ id }, at) => ofTasks.get(id) ?? tracked[at]);
}

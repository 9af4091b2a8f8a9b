import { listWatchedAssets, type WatchedAsset } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { matchOwnSites } from '../ingest/match-own-sites.ts';
import { toRunId } from '../queued-pages/run-id.ts';
import { listResultPages } from '../results/result-pages.ts';
import type { RunPage } from '../runs/serp-run.ts';
import { listEndedPages, type EndedPage } from '../queued-pages/store.ts';
import { countTaskKeywords, updateTaskTimes, findTask, updateOutcomes, type TaskOutcome } from './store.ts';
import { toTaskResult } from './serp-task.ts';

type RecordContext = Pick<AppContext, 'postgres' | 'clickhouse' | 'clock'>;

/** How a task ended. */
export interface TaskSummary {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly cost_usd: number;
}

const PART = 100;
/** A check that still waits after this was dropped by drain mode. */
const POST_WAIT_MS = 6 * 3_600_000;
const NO_LONGER_KEPT = 'The result page is no longer kept';
const NO_REASON = 'The check did not work';

/**
 * Records the results of a task's pages as they come.
 * @returns the summary when every keyword has its outcome; `undefined` as long as some have not
 */
export async function recordTaskResults(ctx: RecordContext, taskId: string): Promise<TaskSummary | undefined> {
  for (;;) {
    const lostBefore = new Date(ctx.clock.realNow() - POST_WAIT_MS);
    const ended = await listEndedPages(ctx.postgres, taskId, { lostBefore, limit: PART });
    if (ended.length > 0) await recordPart(ctx, taskId, ended);
    if (ended.length < PART) break;
  }
  const { total, completed, failed, costUsd } = await countTaskKeywords(ctx.postgres, taskId);
  if (completed + failed < total) return undefined;
  await updateTaskTimes(ctx.postgres, taskId, { endedAt: ctx.clock.now() });
  return { total, completed, failed, cost_usd: costUsd };
}

async function recordPart(ctx: RecordContext, taskId: string, ended: readonly EndedPage[]): Promise<void> {
  const projectId = (await findTask(ctx.postgres, taskId))?.projectId ?? '';
  const assets = (await listWatchedAssets(ctx.postgres, [projectId])).get(projectId) ?? [];
  const pages = await listResultPages(
    ctx,
    ended.flatMap((one) => findRunId(one) ?? []),
  );
  await updateOutcomes(
    ctx.postgres,
    taskId,
    ended.map((one) => toOutcome(one, { page: pages.get(findRunId(one) ?? ''), assets })),
  );
}

/** Undefined: the page was not read. */
function findRunId({ knownRunId, queued }: EndedPage): string | undefined {
  return knownRunId ?? (queued?.status === 'completed' ? toRunId(queued) : undefined);
}

function toOutcome(
  ended: EndedPage,
  { page, assets }: { readonly page: RunPage | undefined; readonly assets: readonly WatchedAsset[] },
): TaskOutcome {
  const { index, check, targetDomain, queued, isPayer } = ended;
  const failed = (error: string | null): TaskOutcome => ({ index, runId: null, result: null, error: error ?? NO_REASON });
  const runId = findRunId(ended);
  if (runId === undefined) return failed(ended.error);
  if (page === undefined) return failed(NO_LONGER_KEPT);
  const own = matchOwnSites(page.items, { channel: check.channel, targetDomain: targetDomain ?? undefined, assets });
  const isPaid = queued !== undefined && isPayer;
  const result = toTaskResult(page, { channel: check.channel, own, isCached: !isPaid, costUsd: isPaid ? queued.costUsd : 0 });
  return { index, runId, result, error: null };
}

import type { AppContext } from '#context';
import { insertQueuedChecks, listQueuedCheckIds } from '../queued-pages/store.ts';
import { updateTaskTimes, findTask, listPendingKeywords, updatePageSources } from './store.ts';
import { enqueuePosts } from '#purchases/index.ts';
import { planPages } from './plan-pages.ts';

type OrderContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'searchData'>;

export const KEYWORDS_MAX = 1_000;

/**
 * Has the pages of a task read: what was read within the hour is used, the rest goes to the provider's
 * queue in full posts, each page once however many keywords share it. Twice changes nothing.
 */
export async function orderPages(ctx: OrderContext, taskId: string): Promise<void> {
  const task = await findTask(ctx.postgres, taskId);
  if (task === undefined) throw new Error(`Task ${taskId} is not in the store`);
  if (task.begunAt !== null) return;
  const { toRead, known } = await planPages(ctx, await listPendingKeywords(ctx.postgres, taskId, KEYWORDS_MAX));
  // A post holds pages of one engine and channel.
  const groups = [...Map.groupBy(toRead, ({ check }) => `${check.engine}/${check.channel}`)];
  const batched = groups.flatMap(([name, pages]) =>
    pages.map((page, at) => ({ ...page, batch: `${name}/${Math.floor(at / ctx.searchData.postSize) + 1}` })),
  );
  await ctx.postgres.transaction(async (tx) => {
    const ids = await listQueuedCheckIds(tx, taskId, batched);
    const queued = batched.map((page, at) => ({ ...page, id: ids[at] ?? '' }));
    await insertQueuedChecks(tx, queued, { taskId, projectId: task.projectId, plannedAt: new Date(ctx.clock.realNow()) });
    await updatePageSources(tx, taskId, [
      ...queued.flatMap(({ indexes, id }) => indexes.map((index) => ({ index, runId: null, queuedCheckId: id }))),
      ...known.flatMap(({ indexes, runId }) => indexes.map((index) => ({ index, runId, queuedCheckId: null }))),
    ]);
    const posts = [...new Set(batched.map((page) => page.batch))].map((batch) => ({ dispatchId: taskId, batch }));
    await enqueuePosts(ctx, tx, posts);
    await updateTaskTimes(tx, taskId, { begunAt: ctx.clock.now() });
  });
}

import type { Estimate } from '#areas/costs/index.ts';
import { assertNotArchived, getProject, requireRoom, type Project } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { causeOf, isBound } from '#http/caller.ts';
import { newId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import { requireCredentials } from '#providers/search-data/index.ts';
import { toSerpRequest, type SerpCheck } from '../check.ts';
import { readSerpPriority } from '#purchases/index.ts';
import { countTasks, insertTask, insertTaskKeywords } from './store.ts';
import { toRequestedCheck } from '../live/requested-check.ts';
import type { TrackRequest } from '../live/track-rankings.ts';
import { planPages } from './plan-pages.ts';

export interface CreateSerpTaskInput {
  readonly projectId: string;
  readonly keywords: readonly Omit<TrackRequest, 'projectId' | 'force'>[];
}

/** Most orders of one project, within the days that they are kept. */
const ORDERS_MAX = 5_000;

type CreateContext = Pick<RequestContext, 'postgres' | 'clock' | 'caller' | 'workflows' | 'searchData' | 'config'>;

/**
 * Orders result pages for keywords, tracked or not, to be read later. Pages read within the last hour are
 * reused; the others come from the provider's queue.
 * @throws AppError `Project not found`, `Project is archived`, `not_configured`; 409 beyond 5,000 orders
 */
export async function createSerpTask(ctx: CreateContext, input: CreateSerpTaskInput): Promise<{ taskId: string; total: number }> {
  const checks = await toChecks(ctx, input);
  requireCredentials(ctx.searchData);
  const taskId = newId('task_');
  await ctx.postgres.transaction(async (tx) => {
    await insertTask(tx, { id: taskId, projectId: input.projectId, cause: causeOf(ctx.caller), createdAt: ctx.clock.now() });
    await insertTaskKeywords(
      tx,
      taskId,
      checks.map((check, index) => ({ index, check, targetDomain: input.keywords[index]?.targetDomain ?? null })),
    );
    await ctx.workflows.enqueue(tx, 'serp-task', { task_id: taskId }, { id: taskId });
    await requireRoom(tx, {
      things: 'orders of result pages',
      owner: { id: input.projectId, title: 'A project' },
      max: ORDERS_MAX,
      count: () => countTasks(tx, input.projectId),
      hint: 'Those that ended are removed after 35 days.',
    });
  });
  return { taskId, total: checks.length };
}

/** What such a task would cost, without making it. For a bound caller, cached pages of other organizations do not count. */
export async function estimateSerpTask(ctx: CreateContext, input: CreateSerpTaskInput): Promise<Estimate> {
  const checks = await toChecks(ctx, input);
  const { toRead } = await planPages(
    ctx,
    checks.map((check, index) => ({ index, check })),
    isBound(ctx.caller) ? input.projectId : undefined,
  );
  const priority = await readSerpPriority(ctx.postgres);
  const costUsd = sumUsd(toRead.map(({ check }) => ctx.searchData.estimateQueuedSerpUsd(toSerpRequest(check), priority)));
  return { calls: toRead.length, costUsd };
}

async function toChecks(ctx: CreateContext, { projectId, keywords }: CreateSerpTaskInput): Promise<SerpCheck[]> {
  const project: Project = await getProject(ctx, projectId);
  assertNotArchived(project);
  return keywords.map((keyword) => toRequestedCheck(ctx, keyword, project));
}

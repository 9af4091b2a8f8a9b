import { createHash } from 'node:crypto';
import type { AppContext, WorkflowContext } from '#context';
import type { TaskRequest } from '#providers/search-data/index.ts';
import { enqueuePosts } from '../post/enqueue-posts.ts';
import type { Question } from '../question.ts';
import type { BatchKey } from '../tasks/store.ts';
import { findEnds, insertTasks, listKeptAnswers, type AnswerEnd, type KeptAnswer } from './store.ts';

export interface AnswerOrder {
  /** They share the price; none: nothing but the budgets of the whole service applies. */
  readonly projectIds: readonly string[];
  /** Distinguishes several calls of one workflow, for example `charts`; after a crash it must be the same. */
  readonly key: string;
}

/**
 * Asks the provider's queue, for a workflow: posts what is asked, and goes on when all of it has ended. Call it outside
 * of steps. Nothing is asked twice after a crash.
 * @param question one whose answers stay as they came
 * @returns one end for each thing asked, in their order
 */
export async function fetchAnswers<Asked extends object>(
  ctx: WorkflowContext,
  question: Question<Asked>,
  asked: readonly Asked[],
  order: AnswerOrder,
): Promise<AnswerEnd[]> {
  if (asked.length === 0) return [];
  const ids = asked.map((_asked, at) => toTaskId([ctx.workflowId, order.key, at]));
  await ctx.step('order', () => orderAnswers(ctx, question, asked, { ...order, ids }));
  return await ctx.waitUntil(() => findEnds(ctx.postgres, ids));
}

/** The answers of questions that have ended, in their order; `undefined` where one failed. They are kept for seven days. */
export async function findKeptAnswers(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'purchases'>,
  ends: readonly AnswerEnd[],
): Promise<(KeptAnswer | undefined)[]> {
  const kept = await listKeptAnswers(
    ctx,
    ends.map(({ id }) => id),
  );
  return ends.map(({ id }) => kept.get(id));
}

/** Queues what is asked and its posts, in one transaction: up to a hundred of one function of the provider in each. */
async function orderAnswers<Asked extends object>(
  ctx: Pick<WorkflowContext, 'postgres' | 'clock' | 'searchData' | 'workflows' | 'workflowId'>,
  question: Question<Asked>,
  asked: readonly Asked[],
  { key, projectIds, ids }: AnswerOrder & { readonly ids: readonly string[] },
): Promise<{ tasks: number }> {
  const counts = new Map<string, number>();
  const tasks = asked.map((one, at) => {
    const { owner, kind } = toFunction(question.toRequest(one, 0));
    const group = `${key}/${owner}/${kind}`;
    const index = counts.get(group) ?? 0;
    counts.set(group, index + 1);
    return { id: ids[at] ?? '', batch: `${group}/${Math.floor(index / ctx.searchData.postSize) + 1}`, asked: one, owner };
  });
  const owners = new Map(tasks.map(({ batch, owner }) => [batch, owner]));
  const listBatches = (isOfStoreB: boolean): BatchKey[] =>
    [...owners].flatMap(([batch, owner]) => ((owner === 'store_b') === isOfStoreB ? { dispatchId: ctx.workflowId, batch } : []));
  await ctx.postgres.transaction(async (tx) => {
    const plannedAt = new Date(ctx.clock.realNow());
    await insertTasks(tx, tasks, { question: question.name, dispatchId: ctx.workflowId, projectIds, plannedAt });
    await enqueuePosts(ctx, tx, listBatches(false));
    await enqueuePosts(ctx, tx, listBatches(true), { store: 'store_b' });
  });
  return { tasks: tasks.length };
}

/** Which function of the provider does a request. */
function toFunction(request: TaskRequest): { readonly owner: string; readonly kind: string } {
  if ('store' in request) return { owner: request.store, kind: request.kind };
  return { owner: 'surface' in request ? request.surface : request.engine, kind: request.kind };
}

/** As long as the ids of result pages, because the provider repeats both in the same kind of tag. */
const ID_DIGITS = 32;

function toTaskId(parts: readonly (string | number)[]): string {
  return `qc_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, ID_DIGITS)}`;
}

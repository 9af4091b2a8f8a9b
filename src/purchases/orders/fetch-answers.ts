import { createHash } from 'node:crypto';
import type { AppContext, WorkflowContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { AppDataAnswer, AppDataRequest } from '#providers/search-data/index.ts';
import type { BatchKey } from '../tasks/store.ts';
import { enqueuePosts } from '../post/enqueue-posts.ts';
import { findEnds, insertAppTasks, listKeptAnswers, type AppDataEnd } from './store.ts';

/** On whose behalf app stores are asked. Without `runId` the workflow that asks is the run. */
export interface AppDataScope extends Pick<SpendScope, 'source' | 'runId' | 'workflowType' | 'apiKeyId'> {
  /** They share the price; none: nothing but the budgets of the whole service applies. */
  readonly projectIds: readonly string[];
  /** Distinguishes several calls of one workflow, for example `charts`; after a crash it must be the same. */
  readonly key: string;
}

/**
 * Asks the provider's queue about app stores, for a workflow: posts what is asked, and goes on when every question
 * has ended. Call it outside of steps. Nothing is asked twice after a crash.
 * @returns one end for each request, in their order
 */
export async function fetchAppData(ctx: WorkflowContext, requests: readonly AppDataRequest[], scope: AppDataScope): Promise<AppDataEnd[]> {
  if (requests.length === 0) return [];
  const ids = requests.map((_request, at) => toTaskId([ctx.workflowId, scope.key, at]));
  await ctx.step('order', () => orderAppData(ctx, requests, { ids, scope }));
  return await ctx.waitUntil(() => findEnds(ctx.postgres, ids));
}

/**
 * The answers of questions that have ended, in their order; `undefined` where one failed. They are kept for seven
 * days. Call it in a step, for a hundred or so at a time.
 */
export async function readAppData(
  ctx: Pick<AppContext, 'postgres' | 'searchData'>,
  ends: readonly AppDataEnd[],
): Promise<(AppDataAnswer | undefined)[]> {
  const kept = await listKeptAnswers(
    ctx.postgres,
    ends.map(({ id }) => id),
  );
  const answers: (AppDataAnswer | undefined)[] = [];
  for (const { id } of ends) {
    const found = kept.get(id);
    answers.push(found && (await ctx.searchData.readAppData(found.body, found.request)).answer);
  }
  return answers;
}

interface Order {
  readonly ids: readonly string[];
  readonly scope: AppDataScope;
}

/** Queues the questions and their posts, in one transaction: up to a hundred of one function in each. */
async function orderAppData(
  ctx: Pick<WorkflowContext, 'postgres' | 'clock' | 'searchData' | 'workflows' | 'workflowId'>,
  requests: readonly AppDataRequest[],
  { ids, scope: { key, projectIds, ...scope } }: Order,
): Promise<{ tasks: number }> {
  const placed = new Map<string, number>();
  const tasks = requests.map((request, at) => {
    const group = `${key}/${request.store}/${request.kind}`;
    const place = placed.get(group) ?? 0;
    placed.set(group, place + 1);
    return { id: ids[at] ?? '', batch: `${group}/${Math.floor(place / ctx.searchData.postSize) + 1}`, appTask: { request, scope } };
  });
  const stores = new Map(tasks.map(({ batch, appTask }) => [batch, appTask.request.store]));
  const listBatches = (store: AppDataRequest['store']): BatchKey[] =>
    [...stores].flatMap(([batch, one]) => (one === store ? { dispatchId: ctx.workflowId, batch } : []));
  await ctx.postgres.transaction(async (tx) => {
    await insertAppTasks(tx, tasks, { dispatchId: ctx.workflowId, projectIds, plannedAt: new Date(ctx.clock.realNow()) });
    for (const store of ['store_a', 'store_b'] as const) await enqueuePosts(ctx, tx, listBatches(store), { store });
  });
  return { tasks: tasks.length };
}

/** As long as the ids of checks, because the provider repeats both in the same kind of tag. */
const ID_DIGITS = 32;

function toTaskId(parts: readonly (string | number)[]): string {
  return `qc_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, ID_DIGITS)}`;
}

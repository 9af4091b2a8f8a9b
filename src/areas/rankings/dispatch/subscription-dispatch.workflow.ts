import { z } from 'zod';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { idField, integerField } from '#http/fields.ts';
import {
  CHECKS_MAX,
  estimateDispatch,
  findDispatchSummary,
  planDispatch,
  type DispatchEstimate,
  type DispatchSummary,
} from './dispatch-checks.ts';
import { failBatch } from '#purchases/index.ts';
import { enqueuePosts } from '#purchases/index.ts';
import type { PlannedBatch } from './store.ts';
import { serpRuns } from '../queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'subscription-dispatch': WorkflowType<z.input<typeof DispatchWorkflowInput>, (DispatchEstimate & { dry_run: true }) | DispatchSummary>;
  }
}

/** A scheduled dispatch is spread over this time, so that answers arrive no faster than they are applied. */
const SPREAD_MS = 3_600_000;
/** The longest time between two posts, when there are few batches. */
const SPACING_MS_MAX = 5_000;

const dispatchTrigger: WorkflowTrigger = {
  fields: '`project_id`, `limit`',
  makePayload: () =>
    z.object({
      project_id: idField().optional(),
      limit: integerField({ min: 1, max: CHECKS_MAX }).optional(),
    }),
  estimate: 'runs dry',
};

/** Input of `subscription-dispatch`. */
export const DispatchWorkflowInput = z.object({
  /** Only estimates what is due and what it would cost. */
  dry_run: z.boolean().default(false),
  /** Unset: every project. */
  project_id: z.string().min(1).optional(),
  /** Checks at most; what is left stays due. */
  limit: z.int().min(1).max(CHECKS_MAX).default(CHECKS_MAX),
  /** `cron`: the daily schedule, spread over the hour. */
  source: z.enum(['cron', 'api']).default('api'),
});
type DispatchWorkflowInput = z.infer<typeof DispatchWorkflowInput>;

/**
 * Sends what is due to the provider's queue in batches; the dispatch ends when every check has ended.
 */
export const subscriptionDispatch = defineWorkflow({
  name: 'subscription-dispatch',
  summary: "Sends what is due to the provider's queue: select, enqueue, wait, append",
  input: DispatchWorkflowInput,
  trigger: dispatchTrigger,
  queue: serpRuns,
  steps: ['select', 'enqueue', 'append'],
  run: async (ctx, input): Promise<(DispatchEstimate & { dry_run: true }) | DispatchSummary> => {
    const what = { projectId: input.project_id, limit: input.limit };
    if (input.dry_run) return { dry_run: true, ...(await ctx.step('estimate', () => estimateDispatch(ctx, what))) };
    const batches = await ctx.step('select', () => planDispatch(ctx, { ...what, dispatchId: ctx.workflowId }));
    if (!ctx.searchData.isConfigured) return await failAll(ctx, batches);
    await ctx.step('enqueue', () => postAll(ctx, batches, input));
    const summary = await ctx.waitUntil(() => findDispatchSummary(ctx, ctx.workflowId));
    await ctx.step('append', () => ctx.outbox.tryFlush());
    return summary;
  },
});

/** One post for each batch; those of a scheduled dispatch begin one after the other. */
async function postAll(ctx: WorkflowContext, batches: readonly PlannedBatch[], { source }: DispatchWorkflowInput): Promise<number> {
  const spacingMs = source === 'cron' ? Math.min(SPACING_MS_MAX, SPREAD_MS / Math.max(1, batches.length)) : 0;
  const posts = batches.map(({ batch }) => ({ dispatchId: ctx.workflowId, batch }));
  const times = { source: source === 'cron' ? 'cron' : 'workflow', spacingMs } as const;
  await ctx.postgres.transaction((tx) => enqueuePosts(ctx, tx, posts, times));
  return batches.length;
}

/** Without credentials every check would fail: their keywords show it, and no dead letters are made. */
async function failAll(ctx: WorkflowContext, batches: readonly PlannedBatch[]): Promise<DispatchSummary> {
  const error = ctx.searchData.provider.noCredentials.message;
  await ctx.step('store', async () => {
    for (const { batch } of batches) {
      await failBatch(ctx, { dispatchId: ctx.workflowId, batch }, { error, isStillDue: true });
    }
  });
  const summary = await ctx.waitUntil(() => findDispatchSummary(ctx, ctx.workflowId));
  return { ...summary, reason: 'credentials_missing' };
}

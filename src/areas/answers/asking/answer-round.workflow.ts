import { z } from 'zod';
import type { WorkflowTrigger } from '#area/trigger.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { hashId } from '#kernel/ids.ts';
import { roundUsd } from '#kernel/money.ts';
import type { AnswerSurface } from '#providers/search-data/index.ts';
import { answersQueue } from '../queues.ts';
import { assignSamples, countDue, countUnderWay, listWaiting, planSamples, skipSamples, type WaitingSample } from '../store/slots.ts';
import { groupSamples } from './group-samples.ts';

declare module '#context' {
  interface WorkflowTypes {
    'answer-round': WorkflowType<Record<string, never>, { readonly asked: number; readonly skipped: number }>;
  }
}

/** Far more than an hour has; the rest waits for the next round. */
const SAMPLES_MAX = 20_000;

const trigger: WorkflowTrigger = {
  fields: 'none: what is due of all plans',
  makePayload: () => z.object({}),
  estimate: async ({ postgres, searchData, clock }) => {
    const due = await countDue(postgres, clock.now());
    return {
      calls: due.reduce((sum, { samples }) => sum + samples, 0),
      costUsd: roundUsd(
        due.reduce((sum, { surface, samples }) => sum + samples * searchData.estimateAnswerUsd(surface as AnswerSurface), 0),
      ),
    };
  },
};

/** Plans the samples that are due, and starts what asks them. */
export const answerRound = defineWorkflow({
  name: 'answer-round',
  summary: 'Asks assistants the prompts that are due',
  trigger,
  input: z.object({}).strict(),
  queue: answersQueue,
  run: async (ctx) => await ctx.step('plan', () => planRound(ctx)),
});

async function planRound(ctx: WorkflowContext): Promise<{ asked: number; skipped: number }> {
  const now = ctx.clock.now();
  return await ctx.postgres.transaction(async (tx) => {
    await planSamples(tx, now);
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    const waiting = await listWaiting(tx, month, SAMPLES_MAX);
    const priceOf = (surface: string): number => ctx.searchData.estimateAnswerUsd(surface as AnswerSurface);
    const held = new Map<string, number>();
    for (const { projectId, surface, samples } of await countUnderWay(tx, month))
      held.set(projectId, (held.get(projectId) ?? 0) + samples * priceOf(surface));
    const { paid, unpaid } = splitByBudget(waiting, priceOf, held);
    await skipSamples(tx, unpaid, 'answers_monthly_usd');
    const groups = groupSamples(paid, ctx.config.shareCache === 'service');
    const asks = groups.map(({ projectIds, sampleIds }) => ({
      id: hashId('wf_', ['answer-ask', ...sampleIds]),
      input: { project_ids: [...projectIds] },
      sampleIds,
    }));
    for (const { id, sampleIds } of asks) await assignSamples(tx, sampleIds, id);
    await ctx.workflows.enqueueAll(tx, 'answer-ask', asks);
    return { asked: paid.length, skipped: unpaid.length };
  });
}

/**
 * Samples that their project can pay, in their order: first slots of all prompts come before second ones, so that a budget that ends
 * leaves every prompt with as many samples as the others, or one less.
 * @param held what answers that are under way cost at most, in USD by project
 */
function splitByBudget(
  waiting: readonly WaitingSample[],
  priceOf: (surface: string) => number,
  held: ReadonlyMap<string, number>,
): { readonly paid: readonly WaitingSample[]; readonly unpaid: readonly string[] } {
  const left = new Map<string, number>();
  const paid: WaitingSample[] = [];
  const unpaid: string[] = [];
  for (const sample of waiting) {
    const { projectId, monthlyUsd, spentUsd } = sample;
    const usedUsd = spentUsd + (held.get(projectId) ?? 0);
    const room = left.get(projectId) ?? (monthlyUsd === null ? Number.POSITIVE_INFINITY : roundUsd(monthlyUsd - usedUsd));
    const price = priceOf(sample.surface);
    const isPaid = room >= price;
    left.set(projectId, isPaid ? roundUsd(room - price) : room);
    if (isPaid) paid.push(sample);
    else unpaid.push(sample.id);
  }
  return { paid, unpaid };
}

import type { WorkflowContext } from '#context';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { hashId } from '#kernel/ids.ts';
import { toGroups } from '#kernel/lists.ts';
import { reverifyClassification } from '../queues.ts';
import type { Kind } from '../records/classification.ts';
import type { ClassifySummary } from './summary.ts';

const PER_MESSAGE = 100;
/** After the first moment of the next day, when the daily budget of language models has room again. */
const REST_MS = MINUTE_MS;

/** Sends what a budget kept from a language model to be asked again on the next day. */
export async function reverifyLater(ctx: WorkflowContext, kind: Kind, summary: ClassifySummary): Promise<ClassifySummary> {
  const stopped = summary.skipped_items.filter(({ reason }) => reason.endsWith('budget_exceeded')).map(({ item }) => item);
  if (stopped.length === 0) return summary;
  await ctx.step('reverifyLater', async () => {
    const now = ctx.clock.realNow();
    const delayMs = DAY_MS - (now % DAY_MS) + REST_MS;
    const messages = toGroups(stopped, PER_MESSAGE).map((subjects) => ({
      id: hashId('wf_', [ctx.workflowId, ...subjects]),
      payload: { kind, subjects },
      delayMs,
    }));
    await ctx.postgres.transaction((tx) => ctx.workflows.sendAll(tx, reverifyClassification, messages));
  });
  return summary;
}

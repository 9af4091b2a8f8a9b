import { z } from 'zod';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { deleteLinksBefore } from './lists/link-store.ts';
import { deleteMailsBefore } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'mail-prune': WorkflowType<object>;
  }
}

const KEPT_DAYS = 90;
const BATCH_SIZE = 1_000;

/** Every night: what became of mails of more than 90 days ago. */
export const mailPrune = defineWorkflow({
  name: 'mail-prune',
  summary: 'Removes what became of mails of more than 90 days ago, and links that have ended',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => ({
    pruned: await ctx.step('pruneMails', () => pruneMails(ctx)),
    links: await ctx.step('pruneLinks', () => pruneLinks(ctx)),
  }),
});

async function pruneMails({ postgres, secrets, clock }: WorkflowContext): Promise<number> {
  const before = new Date(clock.realNow() - KEPT_DAYS * DAY_MS);
  let total = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) {
    count = await postgres.transaction(async (tx) => {
      const gone = await deleteMailsBefore(tx, before, BATCH_SIZE);
      for (const { secretId } of gone) if (secretId !== null) await secrets.remove(tx, secretId);
      return gone.length;
    });
  }
  return total;
}

async function pruneLinks({ postgres, clock }: WorkflowContext): Promise<number> {
  const before = new Date(clock.realNow());
  let total = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await deleteLinksBefore(postgres, before, BATCH_SIZE);
  return total;
}

import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { serpEvidence as queue } from '../queues.ts';
import { packEvidence } from './pack-evidence.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-evidence': WorkflowType<object>;
  }
}

/** A step is some seconds of work: a stop waits for it. */
const ROUNDS_PER_STEP = 10;
/** Of one run, some 200,000 answers; the next one goes on. */
const STEPS_MAX = 100;

/** Every five minutes: packs the answers that were received since, and those of earlier releases. */
export const serpEvidence = defineWorkflow({
  name: 'serp-evidence',
  summary: "Packs the provider's answers as received into segments in ClickHouse",
  input: z.object({}),
  queue,
  run: async (ctx) => {
    let packed = 0;
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const count = await ctx.step('pack', async () => {
        let sum = 0;
        for (let round = 0; round < ROUNDS_PER_STEP; round += 1) {
          const some = await packEvidence(ctx);
          if (some === 0) break;
          sum += some;
        }
        return sum;
      });
      packed += count;
      if (count === 0) break;
    }
    return { packed };
  },
});

import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { serpResults as queue } from '../../queues.ts';
import { moveResults } from './move-results.ts';
import { BEGINNING, type Cursor } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-results': WorkflowType<object>;
  }
}

/** A step is some seconds of work: a stop waits for it. */
const ROUNDS_PER_STEP = 5;
/** Of one run, some 50,000 pages; the next one goes on. */
const STEPS_MAX = 100;

/** Every five minutes: moves the results that earlier releases kept in PostgreSQL, until none is left. */
export const serpResults = defineWorkflow({
  name: 'serp-results',
  summary: 'Moves results that earlier releases kept in PostgreSQL to ClickHouse',
  input: z.object({}),
  queue,
  run: async (ctx) => {
    let total = 0;
    let after: { readonly checkTs: string; readonly id: string } | undefined = toRecord(BEGINNING);
    for (let step = 0; step < STEPS_MAX && after !== undefined; step += 1) {
      const from: { readonly checkTs: string; readonly id: string } = after;
      const done = await ctx.step('move', async () => {
        let moved = 0;
        let last: Cursor | undefined = { checkTs: new Date(from.checkTs), id: from.id };
        for (let round = 0; round < ROUNDS_PER_STEP && last !== undefined; round += 1) {
          const some: Awaited<ReturnType<typeof moveResults>> = await moveResults(ctx, last);
          moved += some.moved;
          last = some.last;
        }
        return { moved, last: last && toRecord(last) };
      });
      total += done.moved;
      after = done.last;
    }
    return { moved: total };
  },
});

/** As a step records it. */
function toRecord({ checkTs, id }: Cursor): { readonly checkTs: string; readonly id: string } {
  return { checkTs: checkTs.toISOString(), id };
}

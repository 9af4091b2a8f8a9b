import { z } from 'zod';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeDefineWorkflow } from '#workflows/define.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { serpRuns } from '#areas/rankings/queues.ts';

/** What the workflows of these tests get. */
export interface WorldContext {
  readonly postgres: Postgres;
}

export const defineWorkflow = makeDefineWorkflow<WorldContext>();

/** A step's effect on the world: a row that says who did it. */
export async function act(postgres: Postgres, workflowId: string, step: string): Promise<void> {
  await postgres.query('insert into effects (workflow_id, step, pid) values ($1, $2, $3)', [workflowId, step, process.pid]);
}

/** Does `a`, `b`, `c`, each with an effect; the crash and stop tests run it slowly. */
export const abc = defineWorkflow({
  name: 'abc',
  summary: 'three steps with an effect each',
  input: z.object({ pauseMs: z.number().default(0) }),
  queue: GENERAL_TASKS,
  run: async (ctx, { pauseMs }) => {
    for (const name of ['a', 'b', 'c']) {
      await ctx.step(name, async () => {
        await act(ctx.postgres, ctx.workflowId, name);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      });
    }
    return 'done';
  },
});

/** A parent of five of them in another queue. */
export const family = defineWorkflow({
  name: 'family',
  summary: 'waits for its children between two steps of its own',
  input: z.object({ pauseMs: z.number().default(0) }),
  queue: serpRuns,
  run: async (ctx, { pauseMs }) => {
    await ctx.step('before', () => act(ctx.postgres, ctx.workflowId, 'before'));
    const children = [1, 2, 3, 4, 5].map((n) => ({ id: `${ctx.workflowId}-${n}`, input: { pauseMs } }));
    const ends = await ctx.waitForAll(await ctx.enqueueAll('abc', children));
    await ctx.step('after', () => act(ctx.postgres, ctx.workflowId, 'after'));
    return ends.map((end) => end.output);
  },
});

/** Only the newer of two releases has it. */
export const newcomer = defineWorkflow({
  name: 'newcomer',
  summary: 'one step, in the queue of abc',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => {
    await ctx.step('new', () => act(ctx.postgres, ctx.workflowId, 'new'));
    return 'done';
  },
});

/** For schedules. */
export const tick = defineWorkflow({
  name: 'tick',
  summary: 'leaves a trace',
  input: z.object({ from: z.string() }),
  queue: GENERAL_TASKS,
  run: async (ctx, { from }) => {
    await ctx.step('tick', () => act(ctx.postgres, ctx.workflowId, from));
    return from;
  },
});

import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { getSandbox } from './get-sandbox.ts';
import { SANDBOX_DAYS_MAX, SandboxClock } from './wire.ts';

declare module '#context' {
  interface WorkflowTypes {
    'sandbox-days': WorkflowType<{ readonly days: number }, SandboxDays>;
  }
}

interface SandboxDays {
  /** What became of each day's dispatch. */
  readonly days: readonly { readonly date: string; readonly status: string }[];
}

/**
 * Days of the simulated world, one after the other: the clock moves, and what is due is checked, as the
 * schedule would. A day is moved to and not added, so that a repeated step moves nothing twice.
 */
export const sandboxDays = defineWorkflow({
  name: 'sandbox-days',
  summary: 'Moves the sandbox day by day, and checks what becomes due on each',
  input: z.object({ days: z.int().min(1).max(SANDBOX_DAYS_MAX) }),
  queue: GENERAL_TASKS,
  run: async (ctx, input): Promise<SandboxDays> => {
    const start = await ctx.step('readClock', async () => SandboxClock.parse(await getSandbox(ctx).get('clock')).now);
    const days: { date: string; status: string }[] = [];
    for (let day = 1; day <= input.days; day += 1) {
      const now = new Date(Date.parse(start) + day * DAY_MS).toISOString();
      await ctx.step('moveClock', async () => {
        await getSandbox(ctx).post('clock', { now });
      });
      const [end] = await ctx.runAll('subscription-dispatch', [{ id: `${ctx.workflowId}-${day}`, input: { source: 'api' } }]);
      days.push({ date: now.slice(0, 10), status: end?.status ?? 'failed' });
    }
    return { days };
  },
});

import { z } from 'zod';
import { listRoundsOfToday } from '#areas/alerts/index.ts';
import { countChecksSince } from '#areas/rankings/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { listLateSchedules } from '#workflows/schedules/world-schedules.ts';
import { getSandbox } from './get-sandbox.ts';
import { SANDBOX_DAYS_MAX, SandboxClock } from './wire.ts';

declare module '#context' {
  interface WorkflowTypes {
    'sandbox-days': WorkflowType<{ readonly days: number }, SandboxDays>;
  }
}

interface SandboxDays {
  /** What became of each day's dispatch, and how many checks of the day were good and failed. */
  readonly days: readonly { readonly date: string; readonly status: string; readonly checks: number; readonly failed: number }[];
}

/** Workers look for what is due each second; without one that keeps the schedules a day waits no longer. */
const SCHEDULES_MS = 10_000;

/**
 * Days of the simulated world, one after the other: the clock moves, the schedules that are
 * due begin, and what is due is checked before the next day comes. A day is moved to and not added, so that a repeated step moves nothing twice.
 */
export const sandboxDays = defineWorkflow({
  name: 'sandbox-days',
  summary: 'Moves the sandbox day by day, and checks what becomes due on each',
  input: z.object({ days: z.int().min(1).max(SANDBOX_DAYS_MAX) }),
  queue: GENERAL_TASKS,
  run: async (ctx, input): Promise<SandboxDays> => {
    const start = await ctx.step('readClock', async () => SandboxClock.parse(await getSandbox(ctx).get('clock')).now);
    const days: SandboxDays['days'][number][] = [];
    for (let day = 1; day <= input.days; day += 1) {
      const now = new Date(Date.parse(start) + day * DAY_MS).toISOString();
      const beganAt = await ctx.step('moveClock', async () => {
        const began = ctx.clock.realNow();
        await getSandbox(ctx).post('clock', { now });
        return began;
      });
      await ctx.waitUntil(() => findBegun(ctx, Date.parse(now)));
      const [end] = await ctx.runAll('subscription-dispatch', [{ id: `${ctx.workflowId}-${day}`, input: { source: 'api' } }]);
      await ctx.waitUntil(() => findQuiet(ctx));
      await judgeDay(ctx, { day, beganAt });
      const { completed: checks, failed } = await ctx.step('countChecks', () => countChecksSince(ctx.postgres, new Date(beganAt)));
      days.push({ date: now.slice(0, 10), status: end?.status ?? 'failed', checks, failed });
    }
    return { days };
  },
});

/** What the day's checks found is said on that day: rounds that would wait for more of them are judged at once. */
async function judgeDay(ctx: WorkflowContext, { day, beganAt }: { readonly day: number; readonly beganAt: number }): Promise<void> {
  const rounds = await ctx.step('listRounds', () => listRoundsOfToday(ctx, new Date(beganAt)));
  await ctx.runAll(
    'alert-round',
    rounds.map(({ projectId, day: today }) => ({
      id: `${ctx.workflowId}-${day}-${projectId}`,
      input: { project_id: projectId, day: today, kind: 'scheduled', is_settled: true },
    })),
  );
  await ctx.waitUntil(async () => ((await ctx.workflows.listOpenIds(ctx.postgres, 'alert-recheck')).length === 0 ? true : undefined));
}

/** Found once the schedules of the day that ends now have begun. */
async function findBegun({ postgres, clock }: WorkflowContext, now: number): Promise<true | undefined> {
  const isLate = clock.now().getTime() - now > SCHEDULES_MS;
  const late = isLate ? [] : await listLateSchedules(postgres, { since: now - DAY_MS, now });
  return late.length === 0 ? true : undefined;
}

/** Found while no dispatch is under way, by a schedule or by hand: its checks are of this day. */
async function findQuiet({ postgres, workflows }: WorkflowContext): Promise<true | undefined> {
  return (await workflows.listOpenIds(postgres, 'subscription-dispatch')).length === 0 ? true : undefined;
}

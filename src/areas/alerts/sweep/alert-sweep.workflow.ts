import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { remind } from '../reminders/remind.ts';
import { findLostRounds } from '../rounds/find-lost-rounds.ts';
import { alertSweeps } from './queues.ts';
import { sweepRules, type SweepEnd } from './sweep-rules.ts';

declare module '#context' {
  interface WorkflowTypes {
    'alert-sweep': WorkflowType<z.input<typeof SweepInput>, SweepEnd>;
    'alert-weekly': WorkflowType<object, SweepEnd>;
  }
}

const SweepInput = z.object({ judged_after: z.enum(['minute', 'hour']) });

/** By the minute and by the hour: judges the rules that no round of checks judges. */
export const alertSweep = defineWorkflow({
  name: 'alert-sweep',
  summary: 'Judges rules about budgets, apps, stale keywords and the service',
  input: SweepInput,
  queue: alertSweeps,
  steps: ['judgeRules', 'remind', 'findRounds'],
  run: async (ctx, { judged_after: judgedAfter }) => {
    const end = await ctx.step('judgeRules', async () => await sweepRules(ctx, judgedAfter));
    if (judgedAfter === 'minute') await ctx.step('remind', () => remind(ctx));
    else await ctx.step('findRounds', () => findLostRounds(ctx));
    return end;
  },
});

/** After weekly snapshots: judges the rules about links. */
export const alertWeekly = defineWorkflow({
  name: 'alert-weekly',
  summary: 'Judges rules about links after weekly snapshots',
  input: z.object({}),
  queue: alertSweeps,
  steps: ['judgeRules'],
  run: async (ctx) => await ctx.step('judgeRules', async () => await sweepRules(ctx, 'weekly')),
});

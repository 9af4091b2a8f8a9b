import { z } from 'zod';
import { hasRulesOf } from '#areas/alerts/index.ts';
import type { HealthCheck } from '#area/health-check.ts';
import { defineWorkflow, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { listDisks } from './list-disks.ts';
import { watchHealth } from './watch-health.ts';
import { upsertFacts } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'service-watch': WorkflowType<object, { readonly facts: number }>;
  }
}

/** The events whose rules ask for what is kept here. */
const ASKED_BY = ['source_down', 'store_full'];

/** Each minute, while a rule asks for it: how the service is and how full its disks are, so that rules can be judged by it. */
export const makeServiceWatch = (checks: readonly HealthCheck[]) =>
  defineWorkflow({
    name: 'service-watch',
    summary: 'Keeps how the service is and how full its disks are, while a rule asks for it',
    input: z.object({}),
    queue: GENERAL_TASKS,
    steps: ['watchService'],
    run: async (ctx) => ({
      facts: await ctx.step('watchService', async () => {
        if (!(await hasRulesOf(ctx.postgres, ASKED_BY))) return 0;
        const [health, disks] = await Promise.all([watchHealth(ctx, checks), listDisks(ctx)]);
        const facts = [...health, ...disks];
        await upsertFacts(ctx.postgres, facts, new Date(ctx.clock.realNow()));
        return facts.length;
      }),
    }),
  });

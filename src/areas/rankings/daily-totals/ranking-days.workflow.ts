import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { dropOldTotals, updateDailyTotals, listProjectsToUpdate } from './update.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

declare module '#context' {
  interface WorkflowTypes {
    'ranking-days': WorkflowType<{ readonly project_id?: string }>;
  }
}

const PROJECTS_PER_STEP = 20;

/** Every hour: the totals of past days, for projects whose history has grown or changed. */
export const rankingDays = defineWorkflow({
  name: 'ranking-days',
  summary: 'Works out what the days that are over came to, for the summary',
  input: z.object({ project_id: z.string().min(1).optional() }),
  queue: GENERAL_TASKS,
  run: async (ctx, input) => {
    const projectIds =
      input.project_id === undefined ? await ctx.step('listProjectsToKeep', () => listProjectsToUpdate(ctx)) : [input.project_id];
    let days = 0;
    for (let at = 0; at < projectIds.length; at += PROJECTS_PER_STEP) {
      const some = projectIds.slice(at, at + PROJECTS_PER_STEP);
      days += await ctx.step('keepDays', async () => {
        let kept = 0;
        for (const projectId of some) kept += await updateDailyTotals(ctx, projectId);
        return kept;
      });
    }
    // Named when its share of voice is weighed by another curve.
    const { project_id: named } = input;
    if (named !== undefined) await ctx.step('dropOldTotals', () => dropOldTotals(ctx, named));
    return { projects: projectIds.length, days };
  },
});

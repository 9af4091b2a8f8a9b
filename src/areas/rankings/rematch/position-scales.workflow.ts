import { z } from 'zod';
import { listUnscaledProjects } from '#areas/projects/index.ts';
import { defineWorkflow, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { startOrJoinRematch } from './start-rematch.ts';

declare module '#context' {
  interface WorkflowTypes {
    'position-scales': WorkflowType<Record<string, never>>;
  }
}

/** Few enough that other work of the queue goes on beside them. */
const PROJECTS_AT_ONCE = 5;

/** Every five minutes: works out the past of projects that are older than the two scales of position, until none is left. */
export const positionScales = defineWorkflow({
  name: 'position-scales',
  summary: 'Works out the organic places of projects that are older than them',
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx) => {
    const projectIds = await ctx.step('listUnscaled', () => listUnscaledProjects(ctx.postgres, PROJECTS_AT_ONCE));
    await ctx.step('startRematches', async () => {
      for (const projectId of projectIds) await startOrJoinRematch(ctx, { projectId, assetId: undefined, isDryRun: false });
    });
    return { projects: projectIds.length };
  },
});

import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { givePresets } from './add-presets.ts';

declare module '#context' {
  interface WorkflowTypes {
    'alert-presets': WorkflowType<z.input<typeof NewProject>, number>;
  }
}

const NewProject = z.object({ project_id: z.string() });

/** Started by name where a project is made. */
export const alertPresets = defineWorkflow({
  name: 'alert-presets',
  summary: 'Gives a new project the rules of alerts that most projects want',
  input: NewProject,
  queue: GENERAL_TASKS,
  steps: ['give'],
  run: async (ctx, { project_id: projectId }) => await ctx.step('give', async () => await givePresets(ctx, projectId)),
});

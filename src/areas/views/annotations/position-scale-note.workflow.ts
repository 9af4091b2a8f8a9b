import { z } from 'zod';
import { POSITION_SCALES, type PositionScale } from '#areas/projects/index.ts';
import { defineWorkflow, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { noteSetting } from './note-setting.ts';

declare module '#context' {
  interface WorkflowTypes {
    'position-scale-note': WorkflowType<z.input<typeof ScaleNote>>;
  }
}

const ScaleNote = z.object({
  annotation_id: z.string(),
  project_id: z.string(),
  scale: z.enum(POSITION_SCALES),
  author: z.string(),
});

const TEXTS: Readonly<Record<PositionScale, string>> = {
  organic: 'From this day on positions are places among the organic results, in the past too.',
  page: 'From this day on positions are places among everything on the page, in the past too.',
};

/** Notes the day on which positions of a project began to be counted in another scale. */
export const positionScaleNote = defineWorkflow({
  name: 'position-scale-note',
  summary: 'Notes in the charts of a project that positions are counted in another scale',
  input: ScaleNote,
  queue: GENERAL_TASKS,
  run: async (ctx, { annotation_id: id, project_id: projectId, scale, author }) => {
    await ctx.step('note', () => noteSetting(ctx, { id, projectId, text: TEXTS[scale], tag: 'position_scale', author }));
  },
});

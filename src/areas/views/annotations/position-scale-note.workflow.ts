import { z } from 'zod';
import { toDueDate } from '#areas/keywords/index.ts';
import { findProject, POSITION_SCALES, type PositionScale } from '#areas/projects/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { announceAnnotation } from './announce-annotation.ts';
import { insertAnnotation } from './store.ts';

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
  run: async (ctx, input) => {
    await ctx.step('note', () => note(ctx, input));
  },
});

async function note(ctx: Pick<WorkflowContext, 'postgres' | 'clock' | 'live'>, input: z.output<typeof ScaleNote>): Promise<void> {
  const project = await findProject(ctx.postgres, input.project_id);
  if (project === undefined) return;
  const now = ctx.clock.now();
  const annotation = {
    id: input.annotation_id,
    scope: 'project' as const,
    projectId: project.id,
    assetId: null,
    keywordId: null,
    startsOn: toDueDate(now, project.timeZone),
    endsOn: null,
    text: TEXTS[input.scale],
    kind: 'other' as const,
    tags: ['position_scale'],
    showOnShares: true,
    author: input.author,
    source: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertAnnotation(ctx.postgres, annotation);
  announceAnnotation(ctx, annotation);
}

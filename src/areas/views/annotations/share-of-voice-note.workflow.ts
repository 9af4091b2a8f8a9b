import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { noteSetting } from './note-setting.ts';

declare module '#context' {
  interface WorkflowTypes {
    'share-of-voice-note': WorkflowType<z.input<typeof VoiceNote>>;
  }
}

const VoiceNote = z.object({ annotation_id: z.string(), project_id: z.string(), name: z.string(), author: z.string() });

/** Notes the day on which the share of voice of a project began to be weighed by something else. */
export const shareOfVoiceNote = defineWorkflow({
  name: 'share-of-voice-note',
  summary: 'Notes in the charts of a project that its share of voice is weighed by another curve',
  input: VoiceNote,
  queue: GENERAL_TASKS,
  run: async (ctx, { annotation_id: id, project_id: projectId, name, author }) => {
    const text = `Share of voice, in the past too: ${name.charAt(0).toLowerCase()}${name.slice(1)}.`;
    await ctx.step('note', () => noteSetting(ctx, { id, projectId, text, tag: 'share_of_voice', author }));
  },
});

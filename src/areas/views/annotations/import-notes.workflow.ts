import { z } from 'zod';
import { listNotes, lockImport, type Import, type ImportNote } from '#areas/imports/index.ts';
import { defineWorkflow, type WorkflowContext, type WorkflowType } from '#context';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import type { Annotation } from './annotation.ts';
import { announceAnnotation } from './announce-annotation.ts';
import { ANNOTATIONS_MAX } from './create-annotation.ts';
import { deleteAnnotationsOfImport, insertAnnotation, lockAndCountAnnotations } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'import-notes': WorkflowType<{ readonly import_id: string }, { readonly written: number }>;
    'import-notes-remove': WorkflowType<{ readonly import_id: string; readonly project_id: string }>;
  }
}

const NOTES_MAX = 1_000;

/** What people noted in another program, as annotations of the project. */
export const importNotes = defineWorkflow({
  name: 'import-notes',
  summary: 'Writes the notes of a file of another tracker as annotations',
  input: z.object({ import_id: z.string() }),
  queue: GENERAL_TASKS,
  idOf: ({ import_id: importId }) => `import-notes-${importId}`,
  run: async (ctx, { import_id: importId }) => ({ written: await ctx.step('write', () => writeNotes(ctx, importId)) }),
});

export const importNotesRemove = defineWorkflow({
  name: 'import-notes-remove',
  summary: 'Removes the annotations of an import that was undone',
  input: z.object({ import_id: z.string(), project_id: z.string() }),
  queue: GENERAL_TASKS,
  idOf: ({ import_id: importId }) => `import-notes-remove-${importId}`,
  run: async (ctx, { import_id: importId, project_id: projectId }) => {
    await ctx.step('remove', () => deleteAnnotationsOfImport(ctx.postgres, { importId, projectId }));
  },
});

async function writeNotes(ctx: Pick<WorkflowContext, 'postgres' | 'clock' | 'live'>, importId: string): Promise<number> {
  const written = await ctx.postgres.transaction(async (tx) => {
    // An undo waits for it, and then finds all of them.
    const record = await lockImport(tx, importId);
    if (record?.status !== 'committed') return [];
    const room = Math.max(0, ANNOTATIONS_MAX - (await lockAndCountAnnotations(tx, record.projectId)));
    const notes = await listNotes(tx, importId, Math.min(room, NOTES_MAX));
    const annotations = notes.map((note) => toAnnotation(record, note, ctx.clock.now()));
    for (const annotation of annotations) await insertAnnotation(tx, annotation);
    return annotations;
  });
  for (const annotation of written) announceAnnotation(ctx, annotation);
  return written.length;
}

function toAnnotation({ id, projectId, madeBy }: Import, { number, day, text }: ImportNote, now: Date): Annotation {
  return {
    id: `ann_${id}_${number}`,
    scope: 'project',
    projectId,
    assetId: null,
    keywordId: null,
    startsOn: day,
    endsOn: null,
    text,
    kind: 'other',
    tags: ['imported'],
    showOnShares: false,
    author: madeBy,
    source: null,
    createdAt: now,
    updatedAt: now,
  };
}

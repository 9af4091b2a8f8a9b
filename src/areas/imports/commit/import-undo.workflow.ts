import { z } from 'zod';
import { defineWorkflow, type WorkflowType } from '#context';
import { importsQueue } from '../queues.ts';
import { deletePoints } from './store.ts';

declare module '#context' {
  interface WorkflowTypes {
    'import-undo': WorkflowType<z.input<typeof UndoInput>>;
  }
}

const UndoInput = z.object({ import_id: z.string() });

/** Removes the points of an import that is undone; readers do not see them any more since then. */
export const importUndo = defineWorkflow({
  name: 'import-undo',
  summary: 'Removes the points of an import that was undone',
  input: UndoInput,
  queue: importsQueue,
  idOf: ({ import_id: importId }) => `import-undo-${importId}`,
  run: async (ctx, { import_id: importId }) => {
    await ctx.step('deletePoints', () => deletePoints(ctx.clickhouse, importId));
  },
});

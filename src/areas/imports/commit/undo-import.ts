import type { RequestContext } from '#context';
import { conflict } from '#kernel/errors.ts';
import { isOpen } from '#workflows/types.ts';
import { getImport } from '../get-import.ts';
import type { Import } from '../import.ts';
import type { ImportContext } from '../preview/detect-import.ts';
import { deleteImport, lockImport, updateImport } from '../store/imports.ts';
import { removeFile } from '../upload/remove-file.ts';
import { listNotes } from '../store/notes.ts';
import { endReading } from './read-batch.ts';
import { removeFacts } from './remove-facts.ts';

/**
 * Takes an import away with everything of it. Of one that was committed the points are out of all answers at once, and removed behind that;
 * its row stays and says who brought it. One that was not is deleted with its file.
 * @returns the import as it is afterwards
 * @throws AppError `Import not found`; 409 while its points are being written, and when it is undone already
 */
export async function undoImport(ctx: ImportContext & Pick<RequestContext, 'workflows' | 'live'>, importId: string): Promise<Import> {
  const record = await getImport(ctx, importId);
  if (record.status === 'undone') throw conflict('Import is undone', 'The import is undone already.');
  if (record.status === 'committing' && isOpen((await ctx.workflows.find(record.workflowId ?? ''))?.status))
    throw conflict('Import is being committed', 'Its points are being written: wait, or terminate its workflow.');
  await endReading(ctx.postgres, importId);
  await removeFile(ctx, importId);
  const undone = await ctx.postgres.transaction(async (tx) => {
    const current = await lockImport(tx, importId);
    if (current === undefined || current.status === 'undone') throw conflict('Import is undone', 'The import is undone already.');
    if (current.status !== record.status) throw conflict('Import has changed', `The import is ${current.status} now.`);
    const now = ctx.clock.now();
    const changed = { ...current, status: 'undone' as const, undoneAt: now, updatedAt: now, fileRemovedAt: now };
    if (current.workflowId === null) await deleteImport(tx, importId);
    else {
      await updateImport(tx, changed);
      if ((await listNotes(tx, importId, 1)).length > 0)
        await ctx.workflows.enqueue(tx, 'import-notes-remove', { import_id: importId, project_id: changed.projectId });
      await removeFacts(tx, importId);
      await ctx.workflows.enqueue(tx, 'import-undo', { import_id: importId });
    }
    return changed;
  });
  ctx.live.publish('project', { project_id: undone.projectId, change: 'imports' });
  return undone;
}

import { getProject } from '#areas/projects/index.ts';
import { AppError, conflict } from '#kernel/errors.ts';
import { getImport } from '../get-import.ts';
import type { Import } from '../import.ts';
import { lockImport, updateImport } from '../store/imports.ts';
import { replaceRejects } from '../store/parts.ts';
import { countFile, type Counted, type PreviewContext } from './count-file.ts';
import { readable } from './detect-import.ts';
import type { Preview } from './preview.ts';
import { readInTurn } from './read-in-turn.ts';

/**
 * Counts of what would become of the file as it is mapped, worked out once for a mapping. Nothing is written but these counts.
 * @param isKept false: not even they are written
 * @throws AppError `Import not found`; 409 before its kind is known, or when the file is gone; 422 for a file that cannot be read to its end; 503 while too many are read
 */
export async function previewImport(ctx: PreviewContext, importId: string, isKept = true): Promise<{ record: Import; preview: Preview }> {
  const record = await getImport(ctx, importId);
  if (record.preview !== null) return { record, preview: record.preview };
  if (record.kind === null) throw conflict('Kind is not known', 'What the file is must be found out first: POST /detect.');
  const project = await getProject(ctx, record.projectId);
  const { preview, rejects } = await readable(() => readInTurn(ctx, () => countFile(ctx, record, project)));
  if (isKept) await keep(ctx, record, { preview, rejects });
  return { record: { ...record, preview }, preview };
}

async function keep(ctx: PreviewContext, record: Import, { preview, rejects }: Counted): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const current = await lockImport(tx, record.id);
    if (current === undefined || JSON.stringify(current.mapping) !== JSON.stringify(record.mapping))
      throw new AppError('conflict', 'Mapping changed', { message: 'The mapping was changed meanwhile.', hint: 'Ask again.' });
    await replaceRejects(tx, record.id, rejects);
    await updateImport(tx, { ...current, preview, updatedAt: ctx.clock.now() });
  });
}

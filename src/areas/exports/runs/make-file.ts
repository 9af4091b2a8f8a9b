import type { WorkflowContext } from '#context';
import { toBlobKey, type Export, type ExportRun } from '../export.ts';
import { toListAsk } from '../lists/ask-list.ts';
import type { ExportLists } from '../lists/export-lists.ts';
import { findExport } from '../store/exports.ts';
import { findRun, updateProgress } from '../store/runs.ts';
import { toFileName } from './file-name.ts';
import { asRefusal, openReading, RefusedError } from './reading.ts';
import { CONTENT_TYPES, withWrittenFile, type WrittenFile } from './write-file.ts';

/** What a run has made; without `path`, because the file lies among the blobs. */
export type MadeFile = Omit<WrittenFile, 'path'> & { readonly fileName: string };

/** What the engine keeps of the step. */
export type Made = { readonly file: MadeFile } | { readonly refusal: string };

/**
 * Reads the list with the rights that its owner has now, and keeps it as one file. Again after a crash it writes the same file over.
 * @returns the reason in place of a file when the owner may not see the list any more
 */
export async function makeFile(
  ctx: WorkflowContext,
  lists: ExportLists,
  { runId, signal }: { readonly runId: string; readonly signal: AbortSignal },
): Promise<Made> {
  const found = await findRunWithExport(ctx, runId);
  if (found === undefined) return { refusal: 'the export was deleted' };
  const { run, one } = found;
  try {
    const { context, list, selection } = await openReading(ctx, lists, { one, signal });
    const ask = toListAsk(selection);
    const writing = {
      dataDir: ctx.config.dataDir,
      format: one.format,
      pageRows: list.reader.pageRows,
      readPage: async (offset: number) => {
        signal.throwIfAborted();
        return await asRefusal(() => list.reader.readPage(context, ask, { offset }));
      },
      onPage: (progress: Pick<WrittenFile, 'rows' | 'total'>) => updateProgress(ctx.postgres, runId, progress),
    };
    return await withWrittenFile(writing, async ({ path, ...file }) => {
      await ctx.blobs.putFile(toBlobKey(run), path, CONTENT_TYPES[one.format]);
      return { file: { ...file, fileName: toFileName(one, run) } };
    });
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.message };
    throw error;
  }
}

export async function findRunWithExport(
  { postgres }: Pick<WorkflowContext, 'postgres'>,
  runId: string,
): Promise<{ readonly run: ExportRun; readonly one: Export } | undefined> {
  const run = await findRun(postgres, runId);
  const one = run && (await findExport(postgres, run.exportId));
  return run === undefined || one === undefined ? undefined : { run, one };
}

import type { Readable } from 'node:stream';
import type { RequestContext } from '#context';
import { isBound } from '#http/caller.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { hasFile, toBlobKey, type Export, type ExportFormat, type ExportRun } from '../export.ts';
import { getOpenExport, getRun } from '../get-export.ts';
import { assertReadable, getExportList } from '../lists/ask-list.ts';
import type { ExportLists } from '../lists/export-lists.ts';
import { toFullSelection } from '../lists/full-selection.ts';
import { findRunWithExport } from '../runs/make-file.ts';
import { openReading, RefusedError, asRefusal } from '../runs/reading.ts';
import { isSigned, readToken } from './link-token.ts';
import { findKey } from './make-link.ts';

/** A file on its way to who asked for it. */
export interface OpenedFile {
  readonly stream: Readable;
  readonly run: ExportRun;
  readonly format: ExportFormat;
}

/**
 * The file of a run, for who made the export or is shown as much, and may see its list now.
 * @throws AppError `Export not found`, `Run not found`; 403 and 404 as the list; 409 for a run without a file
 */
export async function openFile(
  ctx: RequestContext,
  lists: ExportLists,
  { exportId, runId }: { readonly exportId: string; readonly runId: string },
): Promise<OpenedFile> {
  const one = await getOpenExport(ctx, exportId);
  const run = await getRun(ctx, one, runId);
  if (isBound(ctx.caller)) {
    const list = getExportList(lists, one);
    await assertReadable(ctx, list, await toFullSelection(ctx, list, one));
  }
  const stream = hasFile(run) ? await ctx.blobs.open(toBlobKey(run)) : undefined;
  if (stream === undefined)
    throw new AppError('conflict', 'No file', {
      message: hasFile(run) || run.fileRemovedAt !== null ? 'The file is gone.' : `The run is ${run.status}, and has no file.`,
      hint: 'Begin another run.',
    });
  return { stream, run, format: one.format };
}

/**
 * The same by its link, for readers without an account. A link that never was, is over or was ended is the same to them, and so is one
 * whose maker may not see the list any more.
 * @throws AppError `Link not found`
 */
export async function openLink(ctx: RequestContext, lists: ExportLists, token: string): Promise<OpenedFile> {
  const claim = readToken(token);
  const found = claim && (await findRunWithExport(ctx, claim.runId));
  if (claim === undefined || found === undefined) throw notFound('Link');
  const { run, one } = found;
  const key = await findKey(ctx, one);
  const isGood = key !== undefined && isSigned(claim, key) && claim.version === run.linkVersion;
  if (!isGood || claim.endsAt * SECOND_MS <= ctx.clock.now().getTime() || !hasFile(run)) throw notFound('Link');
  await assertOwnerSees(ctx, lists, one);
  const stream = await ctx.blobs.open(toBlobKey(run));
  if (stream === undefined) throw notFound('Link');
  return { stream, run, format: one.format };
}

async function assertOwnerSees(ctx: RequestContext, lists: ExportLists, one: Export): Promise<void> {
  try {
    const { context, list, selection } = await openReading(ctx, lists, { one, signal: ctx.signal });
    await asRefusal(() => assertReadable(context, list, selection));
  } catch (error) {
    if (error instanceof RefusedError) throw notFound('Link');
    throw error;
  }
}

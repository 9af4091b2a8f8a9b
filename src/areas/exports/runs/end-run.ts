import type { WorkflowContext } from '#context';
import { FILES_MAX, toBlobKey } from '../export.ts';
import { listFilesBeyond, noteFileRemoved, type KeptFile } from '../store/files.ts';
import { findChannelName, postNotice } from '../destinations/post-notice.ts';
import { lockExport } from '../store/exports.ts';
import { closeRun, endRunRow, findRun } from '../store/runs.ts';
import { findRunWithExport, type MadeFile } from './make-file.ts';

/** Says that the file is there, and says so to its receiver in the same transaction. A run whose export has gone meanwhile leaves none. */
export async function endRun(
  ctx: WorkflowContext,
  { runId, exportId, file, deliveredTo }: { runId: string; exportId: string; file: MadeFile; deliveredTo: string | null },
): Promise<string> {
  const { lacks, ...written } = file;
  const status = lacks === null ? 'done' : 'partial';
  const found = await findRunWithExport(ctx, runId);
  if (found === undefined) {
    await ctx.blobs.remove(toBlobKey({ id: runId, exportId }));
    return status;
  }
  const { one } = found;
  const isPosted = one.destination.kind === 'channel';
  const to = isPosted ? await findChannelName(ctx, one) : deliveredTo;
  await ctx.postgres.transaction(async (tx) => {
    // The link needs the export, which is locked before its run.
    if (isPosted) await lockExport(tx, exportId);
    const ended = { ...written, id: runId, status, reason: lacks, deliveredTo: to } as const;
    if (!(await endRunRow(tx, ended, ctx.clock.now()))) return;
    const run = await findRun(tx, runId);
    if (run !== undefined) await postNotice(ctx, tx, { one, run });
  });
  announce(ctx, one.projectId);
  for (const old of await listFilesBeyond(ctx.postgres, exportId, FILES_MAX)) await removeFile(ctx, old);
  return status;
}

/** Says why there is no file, and sees that there is none. */
export async function closeWithout(
  ctx: WorkflowContext,
  { runId, exportId, status, reason }: { runId: string; exportId: string; status: 'failed' | 'refused'; reason: string },
): Promise<void> {
  await ctx.blobs.remove(toBlobKey({ id: runId, exportId }));
  await closeRun(ctx.postgres, { id: runId, status, reason }, ctx.clock.now());
  announce(ctx, (await findRunWithExport(ctx, runId))?.one.projectId ?? null);
}

/** Removes a file; its hash and its counts stay. Twice changes nothing. */
export async function removeFile({ blobs, postgres, clock }: Pick<WorkflowContext, 'blobs' | 'postgres' | 'clock'>, file: KeptFile) {
  await blobs.remove(toBlobKey(file));
  await noteFileRemoved(postgres, file.id, clock.now());
}

function announce({ live }: WorkflowContext, projectId: string | null): void {
  if (projectId !== null) live.publish('project', { project_id: projectId, change: 'exports' });
}

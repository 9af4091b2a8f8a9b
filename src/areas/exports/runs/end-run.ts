import type { WorkflowContext } from '#context';
import { FILES_MAX, toBlobKey } from '../export.ts';
import { listFilesBeyond, noteFileRemoved, type KeptFile } from '../store/files.ts';
import { closeRun, endRunRow } from '../store/runs.ts';
import { findRunWithExport, type MadeFile } from './make-file.ts';

/** Says that the file is there. A run whose export has gone meanwhile leaves none. */
export async function endRun(
  ctx: WorkflowContext,
  { runId, exportId, file, deliveredTo }: { runId: string; exportId: string; file: MadeFile; deliveredTo: string | null },
): Promise<string> {
  const { lacks, ...written } = file;
  const status = lacks === null ? 'done' : 'partial';
  await endRunRow(ctx.postgres, { ...written, id: runId, status, reason: lacks, deliveredTo }, ctx.clock.now());
  const found = await findRunWithExport(ctx, runId);
  if (found === undefined) await ctx.blobs.remove(toBlobKey({ id: runId, exportId }));
  else announce(ctx, found.one.projectId);
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

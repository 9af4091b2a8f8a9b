import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { ExportRun } from './export.ts';
import { getOpenExport, getRun } from './get-export.ts';
import { lockExport } from './store/exports.ts';
import { countOpenRuns, insertRun } from './store/runs.ts';

/**
 * Begins an export now, whatever its schedule.
 * @throws AppError `Export not found`, also for who may not have its files; 409 while another run of it is under way
 */
export async function startRun(ctx: RequestContext, exportId: string): Promise<ExportRun> {
  const one = await getOpenExport(ctx, exportId);
  const id = newId('run_');
  await ctx.postgres.transaction(async (tx) => {
    if ((await lockExport(tx, exportId)) === undefined) throw notFound('Export');
    if ((await countOpenRuns(tx, exportId)) > 0)
      throw new AppError('conflict', 'Run under way', {
        message: 'A run of this export is under way.',
        hint: 'Wait until it has ended: GET /api/exports/{export_id}/runs.',
      });
    await insertRun(tx, { id, exportId, startedBy: 'hand', dueAt: null, missed: 0, createdAt: ctx.clock.now() });
    await ctx.workflows.enqueue(tx, 'export-run', { run_id: id, export_id: exportId }, { id });
  });
  return await getRun(ctx, one, id);
}

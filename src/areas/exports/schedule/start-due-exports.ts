import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import { isOpen } from '#workflows/types.ts';
import { findNextRun } from '../check-settings.ts';
import type { Export } from '../export.ts';
import { claimDueExport, listDueExportIds, listWaitingExports, setNextRun } from '../store/exports.ts';
import { closeRun, insertRun, listOpenRuns } from '../store/runs.ts';

export type ExportsContext = Pick<AppContext, 'postgres' | 'clock' | 'workflows' | 'logger'>;

/** The rest comes at the next look. */
const STARTS_MAX = 200;
const MISSED_MAX = 400;
const PAGE_SIZE = 500;

/** Begins each export whose time has come, once over all processes; of several times the newest alone. */
export async function startDueExports(ctx: ExportsContext): Promise<void> {
  const now = ctx.clock.now();
  for (const id of await listDueExportIds(ctx.postgres, now, STARTS_MAX)) {
    try {
      await startDueExport(ctx, id, now);
    } catch (error) {
      // One that cannot be begun must not keep the others from it.
      ctx.logger.warn({ export: id, error: messageOf(error) }, 'an export could not be begun');
    }
  }
}

async function startDueExport({ postgres, workflows }: ExportsContext, exportId: string, now: Date): Promise<void> {
  await postgres.transaction(async (tx) => {
    const one = await claimDueExport(tx, exportId, now);
    if (!one?.nextRunAt) return;
    const { newest, missed, next } = listDue(one, one.nextRunAt, now);
    const id = hashId('run_', ['export', one.id, newest.toISOString()]);
    const isNew = await insertRun(tx, { id, exportId, startedBy: 'schedule', dueAt: newest, missed, createdAt: now });
    if (isNew) await workflows.enqueue(tx, 'export-run', { run_id: id, export_id: exportId }, { id });
    await setNextRun(tx, one, next);
  });
}

/** The newest of the times that are due, how many lie before it, and the one after. */
function listDue(one: Export, first: Date, now: Date): { readonly newest: Date; readonly missed: number; readonly next: Date | null } {
  let [newest, missed] = [first, 0];
  for (let next = findNextRun(one, first); ; next = findNextRun(one, next)) {
    if (next === null || next > now) return { newest, missed, next };
    newest = next;
    if (missed < MISSED_MAX) missed += 1;
  }
}

/** Brings those nearer whose next time lies beyond their next, because the world's date was set back. */
export async function alignExports({ postgres, clock }: ExportsContext): Promise<void> {
  const now = clock.now();
  for (let afterId = ''; ;) {
    const exports = await listWaitingExports(postgres, { now, afterId, limit: PAGE_SIZE });
    for (const one of exports) {
      const next = findNextRun(one, now);
      if (one.nextRunAt !== null && next !== null && next < one.nextRunAt) await setNextRun(postgres, one, next);
    }
    const last = exports.at(-1);
    if (last === undefined || exports.length < PAGE_SIZE) return;
    afterId = last.id;
  }
}

/** Says of runs whose workflow was terminated or has failed that they came to nothing. */
export async function settleLostRuns({ postgres, clock, workflows }: ExportsContext): Promise<void> {
  for (const { id } of await listOpenRuns(postgres, STARTS_MAX)) {
    const workflow = await workflows.find(id);
    if (isOpen(workflow?.status)) continue;
    await closeRun(postgres, { id, status: 'failed', reason: workflow?.error ?? 'its workflow ended without it' }, clock.now());
  }
}

import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { assertTogether, findNextRun, withDay } from './check-settings.ts';
import { findHome, toMaker } from './create-export.ts';
import { assertDestination } from './destinations/check-destination.ts';
import { keepSecret } from './destinations/keep-secret.ts';
import type { Export, ExportSettings } from './export.ts';
import { getExport, getOpenExport } from './get-export.ts';
import type { ExportLists } from './lists/export-lists.ts';
import { removeFile } from './runs/end-run.ts';
import { deleteExportRow, lockExport, updateExportRow } from './store/exports.ts';
import { listFilesOf } from './store/files.ts';

const TIMING = ['every', 'at', 'weekday', 'dayOfMonth', 'timeZone', 'isEnabled'] as const satisfies (keyof ExportSettings)[];

/**
 * Changes what is given and leaves the rest. Another time begins from now on, and so do the rights of who changes it: they are asked at each
 * run in place of those of who made it.
 * @throws AppError `Export not found`, also for who may not have its files; else as `createExport`
 */
export async function updateExport(
  ctx: RequestContext,
  lists: ExportLists,
  {
    exportId,
    changes,
    secret,
  }: { readonly exportId: string; readonly changes: Partial<ExportSettings>; readonly secret: string | undefined },
): Promise<Export> {
  const known = await getOpenExport(ctx, exportId);
  const wanted = change(known, changes);
  assertTogether(wanted);
  const maker = toMaker(ctx.caller);
  const home = await findHome(ctx, lists, wanted);
  if (home.organizationId !== known.organizationId) throw notFound('Project');
  await assertDestination(ctx, { ...wanted, ...home }, { secret, before: known });
  return await ctx.postgres.transaction(async (tx) => {
    const locked = await lockExport(tx, exportId);
    if (locked === undefined) throw notFound('Export');
    const now = ctx.clock.now();
    const settings = change(locked, changes);
    const isRetimed = TIMING.some((name) => settings[name] !== locked[name]);
    const changed: Export = {
      ...settings,
      ...maker,
      secretIds: await keepSecret(ctx, tx, { one: settings, secret }),
      projectId: home.projectId,
      nextRunAt: isRetimed ? findNextRun(settings, now) : locked.nextRunAt,
      updatedAt: now,
    };
    await updateExportRow(tx, changed);
    return changed;
  });
}

/** Removes an export with its runs and their files. @throws AppError `Export not found` */
export async function deleteExport(ctx: RequestContext, exportId: string): Promise<void> {
  const one = await getExport(ctx, exportId);
  // The files first: without their runs, no one would know of them.
  for (const file of await listFilesOf(ctx.postgres, one.id)) await removeFile(ctx, file);
  await ctx.postgres.transaction(async (tx) => {
    await deleteExportRow(tx, one.id);
    for (const secretId of Object.values(one.secretIds)) await ctx.secrets.remove(tx, secretId);
  });
}

/** A rhythm brings its own day: that of the one before says nothing of it. */
function change(known: Export, changes: Partial<ExportSettings>): Export {
  const isOther = changes.every !== undefined && changes.every !== known.every;
  return withDay({ ...known, ...(isOther ? { weekday: null, dayOfMonth: null } : {}), ...changes });
}

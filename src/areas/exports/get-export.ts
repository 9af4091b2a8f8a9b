import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { isBound, nameOf, type Caller } from '#http/caller.ts';
import { hasRight } from '#http/rights.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { Export, ExportRun } from './export.ts';
import { exportList, findExport } from './store/exports.ts';
import { findRun, listLastRuns, runList } from './store/runs.ts';

export interface ListedExport {
  readonly one: Export;
  readonly lastRun: ExportRun | undefined;
}

/**
 * The export, for who made it, and for everyone who sees all that it is about.
 * @throws AppError `Export not found`
 */
export async function getExport({ postgres, caller }: ProjectReader, exportId: string): Promise<Export> {
  const one = await findExport(postgres, exportId);
  if (one === undefined || !canSee(caller, one)) throw notFound('Export');
  return one;
}

/** The same for who may have what is in its files. @throws AppError `Export not found` */
export async function getOpenExport(ctx: ProjectReader, exportId: string): Promise<Export> {
  const one = await getExport(ctx, exportId);
  if (!isOpenTo(ctx.caller, one)) throw notFound('Export');
  return one;
}

/** Lists in which everyone has rows of their own. */
const PERSONAL: ReadonlySet<string> = new Set(['/api/views', '/api/inbox']);

/** Who is shown less than others gets nothing that others have made: what is in a file is what its maker is shown. */
function isOpenTo(caller: Caller, one: Export): boolean {
  const isShownAll = !isBound(caller) || ((caller.hides ?? []).length === 0 && !PERSONAL.has(one.list));
  return isMaker(caller, one) || (isShownAll && hasRight(caller, 'export'));
}

function canSee(caller: Caller, one: Export): boolean {
  if (isMaker(caller, one) || !isBound(caller)) return true;
  if (one.organizationId === null || caller.organizationId !== one.organizationId) return false;
  return caller.projectIds === undefined || (one.projectId !== null && caller.projectIds.includes(one.projectId));
}

/** A person who acts in another organization made nothing there. */
function isMaker(caller: Caller, { createdBy, organizationId }: Export): boolean {
  return createdBy === nameOf(caller) && (caller.organizationId === undefined || caller.organizationId === organizationId);
}

/** The exports that the caller sees, newest first. @throws AppError `Project not found` */
export async function listExports(
  ctx: ProjectReader,
  { projectId, ...page }: Page & { readonly projectId: string | undefined },
): Promise<{ exports: ListedExport[]; total: number }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  const { caller } = ctx;
  const filter = {
    projectId,
    createdBy: !isBound(caller) ? undefined : nameOf(caller),
    organizationId: caller.organizationId,
    projectIds: caller.projectIds,
  };
  const { rows, total } = await exportList.read(ctx.postgres, filter, page);
  return { exports: await describeExports(ctx, rows), total };
}

export async function describeExports({ postgres }: Pick<ProjectReader, 'postgres'>, exports: readonly Export[]): Promise<ListedExport[]> {
  const runs = await listLastRuns(
    postgres,
    exports.map(({ id }) => id),
  );
  const lastOf = new Map(runs.map((run) => [run.exportId, run]));
  return exports.map((one) => ({ one, lastRun: lastOf.get(one.id) }));
}

/** What became of an export, newest first. @throws AppError `Export not found` */
export async function listRuns(ctx: ProjectReader, exportId: string, page: Page): Promise<{ runs: ExportRun[]; total: number }> {
  const one = await getExport(ctx, exportId);
  const { rows, total } = await runList.read(ctx.postgres, { exportId: one.id }, page);
  return { runs: rows, total };
}

/** @throws AppError `Run not found` */
export async function getRun({ postgres }: Pick<ProjectReader, 'postgres'>, one: Export, runId: string): Promise<ExportRun> {
  const run = await findRun(postgres, runId);
  if (run?.exportId !== one.id) throw notFound('Run');
  return run;
}

import type { RequestContext } from '#context';
import { getProject } from '#areas/projects/index.ts';
import { canSeeProject, type Caller } from '#http/caller.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import type { RunStatus } from './research-run.ts';
import type { RunRecord } from './run-record.ts';
import { findResearchRun, runRecords } from './store/runs.ts';

export type RunReader = Pick<RequestContext, 'postgres' | 'caller'>;

/**
 * The run, if the caller may see it.
 * @throws AppError `Run not found`, also for another organization's run
 */
export async function getResearchRun({ postgres, caller }: RunReader, runId: string): Promise<RunRecord> {
  const run = await findResearchRun(postgres, runId);
  if (run === undefined || !canSeeRun(caller, run)) throw notFound('Run');
  return run;
}

/** A run without a project belongs to the organization that began it; one without either is for unbound callers alone. */
function canSeeRun(caller: Caller, { projectId, organizationId }: RunRecord): boolean {
  return canSeeProject(caller, { id: projectId ?? '', organizationId: organizationId ?? '' });
}

export interface RunListInput extends Page {
  readonly projectId: string | undefined;
  readonly status: RunStatus | undefined;
}

/**
 * The runs of a project, or all that the caller may see, newest first.
 * @throws AppError `Project not found`
 */
export async function listRuns(
  ctx: RunReader,
  { projectId, status, ...page }: RunListInput,
): Promise<{ readonly runs: RunRecord[]; readonly total: number }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  const filter = {
    organizationId: ctx.caller.organizationId ?? null,
    projectIds: projectId === undefined ? (ctx.caller.projectIds ?? null) : [projectId],
    status: status ?? null,
  };
  const { rows: runs, total } = await runRecords.read(ctx.postgres, filter, page);
  return { runs, total };
}

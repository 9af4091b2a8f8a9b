import type { Estimate } from '#areas/costs/index.ts';
import { assertNotArchived, getProjects } from '#areas/projects/index.ts';
import type { RequestContext, WorkflowTypes } from '#context';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { WorkflowStatus } from '#workflows/types.ts';
import type { Trigger } from './triggers.ts';

/** What is asked of a run that is begun by hand. */
export interface StartOrder {
  readonly trigger: Trigger;
  /** Checked against the trigger's schema. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Only estimate the cost. */
  readonly isDryRun: boolean;
  /** How long the caller waits for the end; 0 for not at all. */
  readonly waitMs: number;
}

/** The answer of a dry run: the workflow was not started. */
export interface WorkflowEstimate {
  readonly type: string;
  readonly estimate: Estimate;
}

export interface StartedWorkflow {
  readonly id: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  /** Whether the request waited for the end. */
  readonly isAwaited: boolean;
  /** The output, if it ended within the wait. */
  readonly ended: { readonly output: unknown } | undefined;
}

/**
 * Starts a workflow by hand and, if asked to, waits for its end; or estimates its cost.
 * @throws AppError 404 for an unknown project, 409 for an archived one, and with
 *   `wait` the reason of its failure: 500 `Workflow failed` unless it has a name
 */
export async function startWorkflow(ctx: RequestContext, order: StartOrder): Promise<StartedWorkflow | WorkflowEstimate> {
  const { trigger, payload, isDryRun, waitMs } = order;
  const { type } = trigger;
  await checkProject(ctx, order);
  await trigger.check?.(ctx, payload);
  if (isDryRun && trigger.estimate !== 'runs dry') return { type, estimate: await trigger.estimate(ctx, payload) };
  // The type is one that may be started, and the payload was checked against its schema.
  const input = (isDryRun ? { ...payload, dry_run: true } : payload) as never;
  const id = await ctx.workflows.start(type as keyof WorkflowTypes, input, { id: newId('wf_') });
  if (waitMs === 0) return { id, type, status: 'running', isAwaited: false, ended: undefined };
  return await awaitWorkflow(ctx, { id, type }, waitMs);
}

/**
 * Waits for the end of a workflow; after the wait the answer says how far it is.
 * @throws AppError what made it fail: 500 `Workflow failed` unless it has a name, 409 when it was terminated
 */
export async function awaitWorkflow(
  ctx: Pick<RequestContext, 'workflows'>,
  { id, type }: { readonly id: string; readonly type: string },
  waitMs: number,
): Promise<StartedWorkflow> {
  const ended = await waitForOutput(ctx, id, type, waitMs);
  const status = ended ? 'completed' : ((await ctx.workflows.find(id))?.status ?? 'running');
  return { id, type, status, isAwaited: true, ended };
}

async function waitForOutput(
  ctx: Pick<RequestContext, 'workflows'>,
  id: string,
  type: string,
  waitMs: number,
): Promise<{ readonly output: unknown } | undefined> {
  try {
    return await ctx.workflows.waitFor(id, waitMs);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status < 500) throw thrown;
    throw new AppError('internal', 'Workflow failed', {
      message: `workflow ${id} failed`,
      hint: `Its steps and its error: GET ${toStatusUrl(type, id)}`,
      cause: thrown,
    });
  }
}

export function toStatusUrl(type: string, id: string): string {
  return `/api/admin/workflow/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
}

/** What is made in a project must find it, and find it in use. */
async function checkProject(ctx: Pick<RequestContext, 'postgres' | 'caller'>, { trigger: { type }, payload }: StartOrder): Promise<void> {
  const { project_id: projectId } = payload;
  if (typeof projectId !== 'string') return;
  const project = (await getProjects(ctx, [projectId])).get(projectId);
  if (project !== undefined && type === 'asset-onboard') assertNotArchived(project);
}

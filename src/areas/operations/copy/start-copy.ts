import type { RequestContext } from '#context';
import { startOrJoin } from '#workflows/start-or-join.ts';
import type { WorkflowStatus } from '#workflows/types.ts';
import { ANALYTICS_COPY } from './analytics-copy.workflow.ts';
import type { CopyReport } from './copy-report.ts';

/** A copy as it is now. */
export interface StartedCopy {
  readonly workflowId: string;
  readonly type: string;
  readonly status: WorkflowStatus;
  /** Once it has ended well. */
  readonly report: CopyReport | undefined;
  /** Steps that are done, of at least as many: one for each table and day. */
  readonly stepsDone: number;
}

/** A request answers within 30 s; what takes longer goes on. */
const WAIT_MS = 20_000;

type CopyContext = Pick<RequestContext, 'workflows' | 'cache'>;

/**
 * Starts to copy what ClickHouse lacks, or joins the copy that is under way, and waits a while for its end.
 * @throws what the copy failed with, when it fails meanwhile
 */
export async function startCopy(
  ctx: CopyContext,
  { isDryRun, isAsync }: { readonly isDryRun: boolean; readonly isAsync: boolean },
): Promise<StartedCopy> {
  const workflowId = await startOrJoin(ctx, { workflow: ANALYTICS_COPY, subject: [String(isDryRun)] }, (id) =>
    ctx.workflows.start(ANALYTICS_COPY, { dry_run: isDryRun }, { id }),
  );
  const ended = isAsync ? undefined : await ctx.workflows.waitFor<CopyReport>(workflowId, WAIT_MS);
  const instance = await ctx.workflows.find(workflowId);
  const steps = ended === undefined && instance !== undefined ? await ctx.workflows.listSteps(workflowId) : [];
  return {
    workflowId,
    type: ANALYTICS_COPY,
    status: ended === undefined ? (instance?.status ?? 'queued') : 'completed',
    report: ended?.output,
    stepsDone: steps.filter(({ name, status }) => name.startsWith('copy ') && status === 'completed').length,
  };
}

import type { RequestContext } from '#context';
import { hashId } from '#kernel/ids.ts';
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
const HINT_MS = 24 * 3_600_000;

type CopyContext = Pick<RequestContext, 'workflows' | 'cache'>;

/**
 * Starts to copy what ClickHouse lacks, or joins the copy that is under way, and waits a while for its end.
 * @throws what the copy failed with, when it fails meanwhile
 */
export async function startCopy(
  ctx: CopyContext,
  { isDryRun, isAsync }: { readonly isDryRun: boolean; readonly isAsync: boolean },
): Promise<StartedCopy> {
  const workflowId = await startOrJoin(ctx, isDryRun);
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

/** Its id is made from how often that was done before: two at once are one. */
async function startOrJoin({ workflows, cache }: CopyContext, isDryRun: boolean): Promise<string> {
  const hintKey = `${ANALYTICS_COPY}:${isDryRun}`;
  for (let number = (await cache.get<number>(hintKey)) ?? 1; ; number += 1) {
    const id = hashId(`${ANALYTICS_COPY}:`, [String(isDryRun), number]);
    const known = await workflows.find(id);
    if (known === undefined) return await workflows.start(ANALYTICS_COPY, { dry_run: isDryRun }, { id });
    if (known.status === 'queued' || known.status === 'running' || known.status === 'paused') return id;
    await cache.set(hintKey, number + 1, HINT_MS);
  }
}

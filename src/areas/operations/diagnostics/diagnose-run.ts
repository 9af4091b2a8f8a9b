import { listCostRecords, type CostRecord } from '#areas/costs/index.ts';
import { getSerpRun, getSerpTask } from '#areas/rankings/index.ts';
import { getRunState, type RunState } from '#areas/research/index.ts';
import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import { findTrace, type WorkflowTrace } from '#workflows/dbos/read/trace.ts';

/** What an id can be the id of. */
export const RUN_KINDS = ['workflow', 'serp_run', 'serp_task', 'research_run', 'request'] as const;

export interface RunDiagnosis {
  readonly runId: string;
  readonly kind: (typeof RUN_KINDS)[number];
  /** The workflow with this id, or the last one that worked on the run. */
  readonly workflow: WorkflowTrace | undefined;
  readonly serpRun: Awaited<ReturnType<typeof getSerpRun>> | undefined;
  readonly serpTask: Awaited<ReturnType<typeof getSerpTask>> | undefined;
  readonly researchRun: RunState | undefined;
  /** Every workflow that worked on a research run, in their order. */
  readonly workflows: readonly WorkflowTrace[];
  /** Rows of the ledger, newest first. */
  readonly costs: readonly CostRecord[];
}

type DiagnosisContext = Pick<RequestContext, 'postgres' | 'clickhouse' | 'caller' | 'workflows' | 'searchData' | 'llm' | 'config'>;

const COSTS_MAX = 500;
export const TASK_KEYWORDS_MAX = 1_000;

/**
 * Everything that is known of a run: a workflow, a result page, a SERP task, a research run, or a request
 * that spent.
 * Stack traces are part of it, so it is for administrators only.
 * @throws AppError `Run not found`
 */
export async function diagnoseRun(ctx: DiagnosisContext, runId: string): Promise<RunDiagnosis> {
  const [own, serpRun, serpTask, researchRun, costs] = await Promise.all([
    findTrace(ctx.postgres, runId),
    orNothing(getSerpRun(ctx, runId)),
    orNothing(getSerpTask(ctx, { taskId: runId, limit: TASK_KEYWORDS_MAX, offset: 0 })),
    orNothing(getRunState(ctx, runId)),
    listCostRecords(ctx.postgres, { runId }, { limit: COSTS_MAX, offset: 0 }),
  ]);
  const makerIds = [serpRun?.run.workflowId, researchRun?.run.workflowId, researchRun?.run.harvestWorkflowId];
  const traces = await Promise.all(makerIds.filter((id) => typeof id === 'string').map((id) => findTrace(ctx.postgres, id)));
  const workflows = traces.filter((trace) => trace !== undefined);
  const workflow = own ?? workflows.at(-1);
  const kind = serpTask ? 'serp_task' : serpRun ? 'serp_run' : researchRun ? 'research_run' : own ? 'workflow' : 'request';
  if (kind === 'request' && costs.length === 0) throw notFound('Run');
  return { runId, kind, workflow, workflows, serpRun, serpTask, researchRun, costs };
}

async function orNothing<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

import { z } from 'zod';
import type { CostRecord } from '#areas/costs/index.ts';
import { toSerpRunBody, toTaskBody } from '#areas/rankings/index.ts';
import { idField } from '#http/fields.ts';
import { WORKFLOW_STATUSES } from '#workflows/types.ts';
import { RUN_KINDS, TASK_KEYWORDS_MAX, type RunDiagnosis } from '../diagnostics/diagnose-run.ts';
import type { RecordedError, TracedStep, WorkflowTrace } from '#workflows/dbos/read/trace.ts';

export const DiagnosedRunParams = z.object({ runId: idField() });

const ErrorBody = z.object({ name: z.string().nullable(), message: z.string(), stack: z.string().nullable() });
const instant = z.string().nullable();

const StepBody = z.object({
  place: z.int(),
  name: z.string(),
  status: z.enum(['completed', 'failed']),
  started_at: instant,
  completed_at: instant,
  duration_ms: z.number().nullable(),
  output: z.unknown(),
  output_length: z.int().meta({ description: 'In characters; above 20,000 the output is left out' }),
  error: ErrorBody.nullable(),
  child_id: z.string().nullable(),
});

const WorkflowBody = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  state: z.string().meta({ description: "The engine's own" }),
  queue: z.string().nullable(),
  parent_id: z.string().nullable(),
  executor_id: z.string().nullable().meta({ description: 'The process that has it, or had it last' }),
  version: z.string().nullable(),
  recoveries: z.int(),
  input: z.unknown(),
  output: z.unknown(),
  error: ErrorBody.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  started_at: instant,
  completed_at: instant,
  steps: z.array(StepBody),
  children: z.array(z.object({ id: z.string(), type: z.string(), status: z.enum(WORKFLOW_STATUSES) })),
  dead_letter_id: z.string().nullable(),
});

const CostBody = z.object({
  id: z.string(),
  service: z.string(),
  endpoint: z.string(),
  cost_usd: z.number(),
  estimate_usd: z.number(),
  project_id: z.string().nullable(),
  task_id: z.string().nullable(),
  success: z.int(),
  workflow_type: z.string().nullable(),
  created_at: z.int(),
});

export const RunDiagnosisResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  kind: z.enum(RUN_KINDS).meta({ description: '`request`: a request that spent, known by the ledger alone' }),
  status: z.string().nullable(),
  error: z.string().nullable(),
  stack: z.string().nullable().meta({ description: 'Of the workflow, or of its last failed step' }),
  workflow: WorkflowBody.nullable().meta({ description: 'Of this id, or the one that made the result page' }),
  serp_run: z.looseObject({}).nullable().meta({ description: 'As `GET /api/rankings/runs/{run_id}` shows it' }),
  serp_task: z.looseObject({}).nullable().meta({ description: 'As `GET /api/serp/tasks/{taskId}` shows it' }),
  costs: z.array(CostBody),
});

export function toRunDiagnosisBody({
  runId,
  kind,
  workflow,
  serpRun,
  serpTask,
  costs,
}: RunDiagnosis): z.input<typeof RunDiagnosisResponse> {
  const failedStep = workflow?.steps.findLast(({ error }) => error !== undefined);
  return {
    success: true,
    run_id: runId,
    kind,
    status: serpTask?.status ?? serpRun?.run.status ?? workflow?.status ?? null,
    error: serpRun?.run.error ?? workflow?.error?.message ?? null,
    stack: workflow?.error?.stack ?? failedStep?.error?.stack ?? null,
    workflow: workflow === undefined ? null : toWorkflowBody(workflow),
    serp_run: serpRun === undefined ? null : toSerpRunBody(serpRun),
    serp_task: serpTask === undefined ? null : toTaskBody(serpTask, { limit: TASK_KEYWORDS_MAX, offset: 0 }),
    costs: costs.map(toCostBody),
  };
}

function toWorkflowBody(trace: WorkflowTrace): z.input<typeof WorkflowBody> {
  return {
    id: trace.id,
    type: trace.type,
    status: trace.status,
    state: trace.state,
    queue: trace.queue ?? null,
    parent_id: trace.parentId ?? null,
    executor_id: trace.executorId ?? null,
    version: trace.version ?? null,
    recoveries: trace.recoveries,
    input: trace.input ?? null,
    output: trace.output ?? null,
    error: toErrorBody(trace.error),
    created_at: trace.createdAt.toISOString(),
    updated_at: trace.updatedAt.toISOString(),
    started_at: toText(trace.startedAt),
    completed_at: toText(trace.completedAt),
    steps: trace.steps.map(toStepBody),
    children: [...trace.children],
    dead_letter_id: trace.deadLetterId ?? null,
  };
}

function toStepBody(step: TracedStep): z.input<typeof StepBody> {
  const { startedAt, completedAt } = step;
  return {
    place: step.place,
    name: step.name,
    status: step.error === undefined ? 'completed' : 'failed',
    started_at: toText(startedAt),
    completed_at: toText(completedAt),
    duration_ms: startedAt && completedAt ? completedAt.getTime() - startedAt.getTime() : null,
    output: step.output ?? null,
    output_length: step.outputLength,
    error: toErrorBody(step.error),
    child_id: step.childId ?? null,
  };
}

function toErrorBody(error: RecordedError | undefined): z.input<typeof ErrorBody> | null {
  return error === undefined ? null : { name: error.name ?? null, message: error.message, stack: error.stack ?? null };
}

function toText(at: Date | undefined): string | null {
  return at?.toISOString() ?? null;
}

function toCostBody(cost: CostRecord): z.input<typeof CostBody> {
  return {
    id: cost.id,
    service: cost.service,
    endpoint: cost.endpoint,
    cost_usd: cost.costUsd,
    estimate_usd: cost.estimateUsd,
    project_id: cost.projectId,
    task_id: cost.taskId,
    success: cost.success,
    workflow_type: cost.workflowType,
    created_at: cost.createdAt.getTime(),
  };
}

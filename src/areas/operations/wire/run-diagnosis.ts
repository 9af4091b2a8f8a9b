import { z } from 'zod';
import { toSerpRunBody, toTaskBody } from '#areas/rankings/index.ts';
import { RunStatusResponse, toStatusBody } from '#areas/research/index.ts';
import { idField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { WORKFLOW_STATUSES } from '#workflows/types.ts';
import { RUN_KINDS, TASK_KEYWORDS_MAX, type RunDiagnosis } from '../diagnostics/diagnose-run.ts';
import { makeStepFields, toStepFields } from './workflow-status.ts';
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
  ...makeStepFields(StepBody),
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
  workflow: WorkflowBody.nullable().meta({ description: 'Of this id, or the last one that worked on the run' }),
  workflows: z.array(WorkflowBody).meta({ description: 'Every one that worked on a result page or a research run' }),
  serp_run: z.looseObject({}).nullable().meta({ description: 'As `GET /api/rankings/runs/{run_id}` shows it' }),
  serp_task: z.looseObject({}).nullable().meta({ description: 'As `GET /api/serp/tasks/{taskId}` shows it' }),
  research_run: RunStatusResponse.nullable().meta({ description: 'As `GET /run/{runId}/status` shows it' }),
  costs: z.array(CostBody),
});

export function toRunDiagnosisBody({
  runId,
  kind,
  workflow,
  workflows,
  serpRun,
  serpTask,
  researchRun,
  costs,
}: RunDiagnosis): z.input<typeof RunDiagnosisResponse> {
  const failedStep = workflow?.steps.findLast(({ error }) => error !== undefined);
  return {
    success: true,
    run_id: runId,
    kind,
    status: serpTask?.status ?? serpRun?.run.status ?? researchRun?.run.status ?? workflow?.status ?? null,
    error: serpRun?.run.error ?? researchRun?.run.error ?? workflow?.error?.message ?? null,
    stack: workflow?.error?.stack ?? failedStep?.error?.stack ?? null,
    workflow: workflow === undefined ? null : toWorkflowBody(workflow),
    workflows: workflows.map(toWorkflowBody),
    serp_run: serpRun === undefined ? null : toSerpRunBody(serpRun),
    serp_task: serpTask === undefined ? null : toTaskBody(serpTask, { limit: TASK_KEYWORDS_MAX, offset: 0 }),
    research_run: researchRun === undefined ? null : toStatusBody(researchRun),
    costs: costs.map((cost) => toBody(CostBody, cost)),
  };
}

function toWorkflowBody(trace: WorkflowTrace): z.input<typeof WorkflowBody> {
  const { steps, steps_total: stepsTotal } = toStepFields(trace.steps, toStepBody);
  const { input = null, output = null, error } = trace;
  return toBody(WorkflowBody, { ...trace, input, output, error: toErrorBody(error), steps, stepsTotal });
}

function toStepBody(step: TracedStep): z.input<typeof StepBody> {
  const { startedAt, completedAt } = step;
  return toBody(StepBody, {
    ...step,
    status: step.error === undefined ? 'completed' : 'failed',
    durationMs: startedAt && completedAt ? completedAt.getTime() - startedAt.getTime() : null,
    output: step.output ?? null,
    error: toErrorBody(step.error),
  });
}

function toErrorBody(error: RecordedError | undefined): z.input<typeof ErrorBody> | null {
  return error === undefined ? null : toBody(ErrorBody, error);
}

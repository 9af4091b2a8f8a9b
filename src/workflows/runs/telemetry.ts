import { messageOf } from '#kernel/errors.ts';
import { defineCounter, defineHistogram, defineUpDownCounter } from '#kernel/telemetry/measure.ts';
import { NO_SPANS, type Spans } from '#kernel/telemetry/spans.ts';
import { findScope, runInScope } from '#kernel/work-scope.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Run } from './runs.ts';
import { findTraceparent } from '../dbos/read/instances.ts';

/** What is measured, traced and said in log lines of running workflows and their steps. */

const running = defineUpDownCounter('sightline_workflows_running', 'Workflows that this process executes now, by type');
const ended = defineCounter('sightline_workflows_ended_total', 'Workflows that ended, by type and status');
const stepSeconds = defineHistogram(
  'sightline_workflow_step_duration_seconds',
  'Steps by workflow, step and outcome, and how long they took with all their tries and the waits between',
);
const stepRetries = defineCounter('sightline_workflow_step_retries_total', 'Tries of steps after the first, by workflow and step');

/** `skipped` (a budget stopped it) and `drained` are completed ones that did not do their work. */
export type EndStatus = 'completed' | 'skipped' | 'drained' | 'failed' | 'terminated';

export function countEnd(workflow: string, status: EndStatus): void {
  ended.add(1, { workflow, status });
}

export function countRetry(run: Run, step: string): void {
  stepRetries.add(1, { workflow: run.type, step: toStepLabel(step) });
}

interface TraceTools {
  readonly postgres: Postgres;
  readonly spans?: Spans | undefined;
}

/** Around one execution of a workflow: from its start, or from where another process left it. */
export async function traceWorkflow<Output>(
  { postgres, spans = NO_SPANS }: TraceTools,
  run: Run,
  input: unknown,
  execute: () => Promise<Output>,
): Promise<Output> {
  running.add(1, { workflow: run.type });
  const fields = { workflow: run.type, workflow_id: run.id };
  const span = spans.begin({
    name: `workflow ${run.type}`,
    kind: 'consumer',
    attributes: { 'sightline.workflow': run.type, 'sightline.workflow_id': run.id },
    causedBy: spans === NO_SPANS ? undefined : await findCause(postgres, run.id),
  });
  try {
    return await runInScope({ fields, owner: findOwner(input), span: span?.span }, execute);
  } catch (error) {
    // Paused, terminated or handed back is no failure.
    if (run.isGone) span?.set({ 'sightline.workflow.left': true });
    else span?.fail(messageOf(error));
    throw error;
  } finally {
    span?.end();
    running.add(-1, { workflow: run.type });
  }
}

/** For whom a workflow works, by the names that inputs have for it. */
function findOwner(input: unknown): string | undefined {
  const { organization_id: organization, project_id: project, project_ids: projects } = Object(input) as Record<string, unknown>;
  const owner = [organization, project, Array.isArray(projects) ? projects[0] : undefined].find((one) => typeof one === 'string');
  return owner as string | undefined;
}

/** Around one step that is really done, with all its tries; a recorded one is not seen here. */
export async function traceStep<Result>(
  { spans = NO_SPANS }: Pick<TraceTools, 'spans'>,
  run: Run,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const labels = { workflow: run.type, step: toStepLabel(name) };
  const attributes = { 'sightline.workflow': run.type, 'sightline.workflow_id': run.id, 'sightline.step': name };
  const fields = { workflow: run.type, workflow_id: run.id, step: name };
  let outcome = 'failed';
  try {
    const result = await spans.run({ name: `step ${labels.step}`, kind: 'internal', attributes }, () =>
      runInScope({ fields, owner: findScope()?.owner, span: findScope()?.span }, work),
    );
    outcome = 'ok';
    return result;
  } catch (error) {
    if (run.isGone) outcome = 'left';
    throw error;
  } finally {
    stepSeconds.record((performance.now() - startedAt) / 1_000, { ...labels, outcome });
  }
}

/** Attributes of a workflow that is being put on its queue: what caused it, while traces are on. */
export function toCause(spans: Spans | undefined): { readonly traceparent: string } | undefined {
  const traceparent = spans?.findTraceparent();
  return traceparent === undefined ? undefined : { traceparent };
}

/** A trace is worth no failure of what it is about. */
async function findCause(postgres: Postgres, id: string): Promise<string | undefined> {
  return await findTraceparent(postgres, id).catch(() => undefined);
}

/** Steps of one kind are numbered in some workflows: without the numbers they are few. */
function toStepLabel(step: string): string {
  return step.replaceAll(/\d+/gu, 'N');
}

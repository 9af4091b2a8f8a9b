import { BudgetExceededError, messageOf } from '#kernel/errors.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { waitForCompletions, waitUntilFound, type Completions } from './completions.ts';
import { reviveError, toRecordable } from './recorded-error.ts';
import { makeGoneError, type Run } from './runs.ts';
import { makeStep, type StepTools } from './steps.ts';
import { countEnd, traceWorkflow, type EndStatus } from './telemetry.ts';
import { recordDeadLetter } from '../queues/dead-letters.ts';
import type { Body } from '../dbos/sdk/engine.ts';
import { findCurrentWorkflowId, isLeaveError } from '../dbos/sdk/executions.ts';
import { addDrainedMark } from '../dbos/write/marks.ts';
import type { Workflow, WorkflowScope } from '../define.ts';
import type { Starter } from '../queues/enqueue.ts';
import { parseInput } from '../registry.ts';
import { toRetryWaits } from '../retry-policy.ts';

/** What surrounds the function of every workflow. */
export interface ExecuteTools extends Omit<StepTools, 'mayPutBack' | 'retryWaitsMs'> {
  readonly retryWaitsMs?: readonly number[] | undefined;
  readonly postgres: Postgres;
  /** Wraps the steps of a run, so that they are published. */
  readonly publishSteps: (run: Run, step: WorkflowScope['step']) => WorkflowScope['step'];
  readonly completions: Completions;
  readonly isDraining: () => Promise<boolean>;
  /** Known only when the engine runs. */
  readonly getStarter: () => Starter;
  readonly getContext: () => object;
}

/** What one workflow's queue makes of the tools. */
type OwnTools = ExecuteTools & Pick<StepTools, 'mayPutBack' | 'retryWaitsMs'>;

/** Makes the function that the engine runs for a workflow. */
export function makeBody(tools: ExecuteTools, workflow: Workflow): Body {
  const own: OwnTools = {
    ...tools,
    retryWaitsMs: toRetryWaits(workflow.queue, tools.retryWaitsMs),
    mayPutBack: workflow.queue.isExclusive !== true,
  };
  return async (...given) => {
    const id = findCurrentWorkflowId();
    if (id === undefined) throw new Error(`workflow ${workflow.name} was called outside the engine`);
    const run = tools.runs.begin(id, workflow.name);
    try {
      return await traceWorkflow(own, run, given.at(-1), () => execute(own, workflow, run, given.at(-1)));
    } catch (error) {
      if (run.putBackMs === undefined) throw error;
    } finally {
      tools.runs.end(run);
    }
    // For an execution that ends without an outcome the engine would ask once a second, until the workflow has one:
    // this one never ends, and is forgotten.
    tools.retries.letGo(run);
    return await new Promise<never>(() => undefined);
  };
}

/** Does the work of one execution, and makes of its end what is to be recorded. */
async function execute(tools: OwnTools, workflow: Workflow, run: Run, given: unknown): Promise<unknown> {
  try {
    await tools.runs.boundary(run);
    if (await isDrained(tools, run)) return endAs(run, 'drained', { drained: true });
    const context = { ...tools.getContext(), ...makeScope(tools, run) };
    const output = await workflow.run(context, parseInput(workflow, given) as never);
    await tools.runs.boundary(run);
    return endAs(run, isSkipped(output) ? 'skipped' : 'completed', output);
  } catch (thrown) {
    if (run.isGone || isLeaveError(thrown)) throw run.isGone ? makeGoneError(run) : thrown;
    const error = reviveError(thrown);
    if (error instanceof BudgetExceededError) return endAs(run, 'skipped', toSkipped(error));
    const failure = toRecordable(error);
    tools.logger.error({ workflow: run.type, workflow_id: run.id, error: failure.message, stack: failure.stack }, 'a workflow failed');
    await writeDeadLetter(tools, workflow, run, { payload: given, error: failure.message });
    countEnd(run.type, 'failed');
    throw failure;
  }
}

/** Drain mode acknowledges what comes from a queue without doing it; what was begun before goes on. */
async function isDrained({ postgres, logger, isDraining }: ExecuteTools, run: Run): Promise<boolean> {
  if (run.past?.isFresh !== true) return false;
  try {
    if (!(await isDraining())) return false;
    await addDrainedMark(postgres, run.id);
    return true;
  } catch (error) {
    // A store that does not answer must not become the workflow's failure.
    logger.warn({ workflow_id: run.id, error: messageOf(error) }, 'drain mode could not be looked up');
    return false;
  }
}

function endAs<Output>(run: Run, status: EndStatus, output: Output): Output {
  countEnd(run.type, status);
  return output;
}

function isSkipped(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'skipped' in output && output.skipped === true;
}

/** A spent budget is a result. */
function toSkipped({ budget, message }: BudgetExceededError): object {
  return { skipped: true, reason: 'budget_exceeded', budget, message };
}

async function writeDeadLetter(
  { postgres, logger }: ExecuteTools,
  workflow: Workflow,
  run: Run,
  { payload, error }: { payload: unknown; error: string },
): Promise<void> {
  const failure = { queue: workflow.queue.name, workflow: workflow.name, workflowId: run.id, payload, error, attempts: run.tries };
  try {
    await recordDeadLetter(postgres, failure);
  } catch (thrown) {
    // The failure itself must still be recorded.
    logger.error({ workflow_id: run.id, error: messageOf(thrown) }, 'a dead letter could not be written');
  }
}

function makeScope(tools: OwnTools, run: Run): WorkflowScope {
  const step = tools.publishSteps(run, makeStep(tools, run));
  const enqueueAll: WorkflowScope['enqueueAll'] = async (workflow, children) => {
    const enqueue = () => tools.getStarter().enqueueChildren(run.id, workflow, children);
    await step('enqueueChildren', () => enqueue().then((ids) => ids.length));
    return children.map((child) => child.id);
  };
  // Not a step: ends do not change, so looking again after a crash gives the same.
  const waitForAll: WorkflowScope['waitForAll'] = (ids) => waitForCompletions(tools, ids, () => tools.runs.boundary(run));
  return {
    workflowId: run.id,
    retryWaitsMs: tools.retryWaitsMs,
    step,
    enqueueAll,
    runAll: async (workflow, children) => await waitForAll(await enqueueAll(workflow, children)),
    waitForAll,
    waitUntil: (look) => waitUntilFound(tools, look, () => tools.runs.boundary(run)),
  };
}

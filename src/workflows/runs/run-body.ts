import type { Workflow } from '../define.ts';
import type { Body } from '../dbos/sdk/engine.ts';
import { findCurrentWorkflowId } from '../dbos/sdk/executions.ts';
import { execute, type ExecuteTools, type OwnTools } from './execute.ts';
import { toRetryWaits } from '../retry-policy.ts';
import { traceWorkflow } from './telemetry.ts';

export type { ExecuteTools } from './execute.ts';

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
      return await traceWorkflow(own, run, () => execute(own, workflow, run, given.at(-1)));
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

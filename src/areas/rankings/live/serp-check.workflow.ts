import { defineWorkflow, type WorkflowType } from '#context';
import { LIVE_CHECK } from './live-check.ts';
import { planTrackedCheck } from './plan-check.ts';
import { serpChecks } from '../queues.ts';
import { runCheck } from './run-check.ts';
import { SerpCheckInput, toSpendSource, type CheckOutput } from './tracking-input.ts';

declare module '#context' {
  interface WorkflowTypes {
    'serp-check': WorkflowType<SerpCheckInput, CheckOutput>;
  }
}

/** One check of a tracking run, on the queue that keeps the provider's limits. */
export const serpCheck = defineWorkflow({
  name: LIVE_CHECK,
  label: 'Check',
  summary: 'Checks one tracked keyword: budget, fetch, store, append',
  input: SerpCheckInput,
  queue: serpChecks,
  steps: ['budget', 'fetch', 'store', 'append'],
  run: async (ctx, input): Promise<CheckOutput> =>
    await runCheck(ctx, {
      plan: (isJoined) => planTrackedCheck(ctx, isJoined ? { ...input, force: false } : input),
      scope: {
        source: toSpendSource(input.source),
        projectId: input.project_id,
        runId: input.tracking_run_id,
        workflowType: 'serp-tracking',
      },
      isOnDemand: false,
      requestedBy: null,
    }),
});

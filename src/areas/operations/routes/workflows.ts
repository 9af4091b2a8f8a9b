import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import type { Trigger } from '../triggers.ts';
import { startWorkflow } from '../start-workflow.ts';
import { makeStartBody, StartParams, StartResponse, toStartBody, toStartOrder } from '../wire/workflows.ts';

const common = { spec: '4.10', area: 'operations', access: 'admin' } as const;

const makePostWorkflow = (triggers: readonly Trigger[]) =>
  defineEndpoint({
    ...common,
    method: 'POST',
    path: '/api/admin/workflow/{type}',
    summary: 'Start a workflow',
    description:
      'Answers at once; `status_url` shows how far it is. With `wait` it answers the output, or a `warning` when the end does not come within the wait. A dry run is waited for and answers its estimate.',
    params: StartParams,
    body: makeStartBody(triggers),
    responses: { 200: StartResponse },
    subjectOf: (_input, { workflow_id }) => ({ workflow_id }),
    failures: ['conflict'],
    handle: async (ctx, { params, body }) => {
      requireUnbound(ctx.caller);
      return { status: 200, body: toStartBody(await startWorkflow(ctx, toStartOrder(triggers, params.type, body))) };
    },
  });

export function makeWorkflowEndpoints(triggers: readonly Trigger[]): AppEndpoint[] {
  return [makePostWorkflow(triggers)];
}

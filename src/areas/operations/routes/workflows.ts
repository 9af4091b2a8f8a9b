import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import { startWorkflow } from '../start-workflow.ts';
import { StartBody, StartParams, StartResponse, toStartBody, toWorkflowBody, WorkflowParams, WorkflowResponse } from '../wire/workflows.ts';

const common = { spec: '4.10', area: 'operations', access: 'admin' } as const;

const postWorkflow = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/workflow/{type}',
  summary: 'Start a workflow',
  description: 'Answers at once; `status_url` tells how far it is. A dry run is waited for and answers its estimate.',
  params: StartParams,
  body: StartBody,
  responses: { 200: StartResponse },
  handle: async (ctx, { params, body }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toStartBody(await startWorkflow(ctx, params.type, body)) };
  },
});

const getWorkflow = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/workflow/{type}/{workflow_id}',
  summary: 'Status, steps and output of a workflow instance',
  params: WorkflowParams,
  responses: { 200: WorkflowResponse },
  handle: async (ctx, { params }) => {
    requireUnbound(ctx.caller);
    const instance = await ctx.workflows.find(params.workflow_id);
    if (instance?.type !== params.type) throw notFound('Workflow');
    return { status: 200, body: toWorkflowBody(instance, await ctx.workflows.listSteps(instance.id)) };
  },
});

export const workflowEndpoints: AppEndpoint[] = [postWorkflow, getWorkflow];

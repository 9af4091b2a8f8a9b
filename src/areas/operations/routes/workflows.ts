import { defineEndpoint, type AppEndpoint, type RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toPagination } from '#http/paging.ts';
import { newId } from '#kernel/ids.ts';
import { startWorkflow } from '../start-workflow.ts';
import { makeDeadLetters, type DeadLetters } from '#workflows/dead-letters.ts';
import {
  DeadLetterParams,
  DeadLettersQuery,
  DeadLettersResponse,
  RetryDeadLetterResponse,
  StartBody,
  StartParams,
  StartResponse,
  toDeadLetterBody,
  toStartBody,
  toStartOrder,
} from '../wire/workflows.ts';

const common = { spec: '4.10', area: 'operations', access: 'admin' } as const;

const postWorkflow = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/workflow/{type}',
  summary: 'Start a workflow',
  description:
    'Answers at once; `status_url` tells how far it is. With `wait` it answers the output, or a `warning` when the end does not come within the wait. A dry run is waited for and answers its estimate.',
  params: StartParams,
  body: StartBody,
  responses: { 200: StartResponse },
  failures: ['conflict', 'not_implemented'],
  handle: async (ctx, { params, body }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toStartBody(await startWorkflow(ctx, toStartOrder(params.type, body))) };
  },
});

const getDeadLetters = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/queue/dead-letter',
  summary: 'Messages that failed after all their tries, newest first',
  query: DeadLettersQuery,
  responses: { 200: DeadLettersResponse },
  handle: async (ctx, { query: { type, ...query } }) => {
    requireUnbound(ctx.caller);
    const letters = deadLettersOf(ctx);
    const filter = { ...query, workflow: type };
    const [found, total] = await Promise.all([letters.list(filter), letters.count(filter)]);
    return { status: 200, body: { success: true, dead_letters: found.map(toDeadLetterBody), pagination: toPagination(query, total) } };
  },
});

const retryDeadLetter = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/queue/dead-letter/{id}/retry',
  summary: 'Send a failed message again',
  params: DeadLetterParams,
  responses: { 200: RetryDeadLetterResponse },
  handle: async (ctx, { params }) => {
    requireUnbound(ctx.caller);
    const workflowId = await deadLettersOf(ctx).retry(params.id);
    return { status: 200, body: { success: true, id: params.id, workflow_id: workflowId, status: 'queued' as const } };
  },
});

function deadLettersOf(ctx: RequestContext): DeadLetters {
  return makeDeadLetters(ctx.postgres, (tx, workflow, payload) => ctx.workflows.enqueue(tx, workflow, payload, { id: newId('wf_') }));
}

export const workflowEndpoints: AppEndpoint[] = [postWorkflow, getDeadLetters, retryDeadLetter];

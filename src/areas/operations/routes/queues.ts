import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { toPagination } from '#http/paging.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { readDrainMode } from '#workflows/queues/drain.ts';
import { listQueueMetrics } from '#workflows/queues/queue-metrics.ts';
import { getQueueStatus } from '../queue/get-queue-status.ts';
import { purgeQueue } from '../queue/purge-queue.ts';
import {
  DeadLetterParams,
  DeadLettersQuery,
  DeadLettersResponse,
  PurgeResponse,
  QueueMetricsResponse,
  QueueParams,
  QueueStatusResponse,
  RetryDeadLetterResponse,
  toDeadLetterBody,
  toQueueMetricsBody,
  toQueueStatusBody,
} from '../wire/queues.ts';

const common = { area: 'operations', access: 'admin' } as const;

const getQueueMetrics = defineEndpoint({
  ...common,
  spec: '4.9',
  method: 'GET',
  path: '/api/admin/queue-metrics',
  summary: 'What each queue holds, and did in the last hour',
  description:
    'A message that waits for its next try is pending. A queue with `consumers: 0` keeps its messages until something consumes them.',
  responses: { 200: QueueMetricsResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    const [figures, isDraining] = await Promise.all([
      listQueueMetrics(ctx.postgres, ctx.workflows.queues, HOUR_MS),
      readDrainMode(ctx.postgres),
    ]);
    return { status: 200, body: toQueueMetricsBody(figures, isDraining) };
  },
});

const getQueueStatusEndpoint = defineEndpoint({
  ...common,
  spec: '4.9',
  method: 'GET',
  path: '/api/admin/queue-status',
  summary: 'Messages of all queues, crawls of the last 24 hours, and the pace of crawling',
  responses: { 200: QueueStatusResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toQueueStatusBody(await getQueueStatus(ctx)) };
  },
});

const postPurge = defineEndpoint({
  ...common,
  spec: '4.10',
  method: 'POST',
  path: '/api/admin/queue/{name}/purge',
  summary: 'Take what waits off a queue',
  description: 'What runs goes on to its end. `dead-letter` deletes the letters.',
  params: QueueParams,
  responses: { 200: PurgeResponse },
  failures: ['not_found'],
  handle: async (ctx, { params: { name } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: { success: true, queue: name, purged: await purgeQueue(ctx, name) } };
  },
});

const getDeadLetters = defineEndpoint({
  ...common,
  spec: '4.10',
  method: 'GET',
  path: '/api/admin/queue/dead-letter',
  summary: 'Messages that failed after all their tries, newest first',
  query: DeadLettersQuery,
  responses: { 200: DeadLettersResponse },
  handle: async (ctx, { query: { type, ...query } }) => {
    requireUnbound(ctx.caller);
    const filter = { ...query, workflow: type };
    const [found, total] = await Promise.all([ctx.deadLetters.list(filter), ctx.deadLetters.count(filter)]);
    const letters = found.map((letter) => toDeadLetterBody(letter, ctx.workflows.nameOf));
    return { status: 200, body: { success: true, dead_letters: letters, pagination: toPagination(query, total) } };
  },
});

const retryDeadLetter = defineEndpoint({
  ...common,
  spec: '4.10',
  method: 'POST',
  path: '/api/admin/queue/dead-letter/{id}/retry',
  summary: 'Send a failed message again',
  params: DeadLetterParams,
  responses: { 200: RetryDeadLetterResponse },
  subjectOf: (_input, { workflow_id }) => ({ workflow_id }),
  handle: async (ctx, { params }) => {
    requireUnbound(ctx.caller);
    const workflowId = await ctx.deadLetters.retry(params.id);
    return { status: 200, body: { success: true, id: params.id, workflow_id: workflowId, status: 'queued' as const } };
  },
});

export const queueEndpoints: AppEndpoint[] = [getQueueMetrics, getQueueStatusEndpoint, postPurge, getDeadLetters, retryDeadLetter];

import { defineEndpoint, type AppEndpoint } from '#context';
import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { createSerpTask, estimateSerpTask } from '../orders/create-serp-task.ts';
import { getSerpTask } from '../orders/get-serp-task.ts';
import {
  CreateSerpTaskBody,
  CreateSerpTaskResponse,
  SerpTaskParams,
  SerpTaskQuery,
  SerpTaskResponse,
  toCreateBody,
  toCreateInput,
  toTaskBody,
} from '../wire/tasks.ts';

const common = { spec: '4.4', area: 'rankings', access: 'key' } as const;

const postTask = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/serp/tasks/create',
  summary: 'Order result pages for up to 1,000 keywords',
  description:
    "Starts the workflow `serp-task`. The keywords need not be tracked. Pages read within the hour serve again without cost; the others come out of the provider's queue, for a third of the price of a check now.",
  body: CreateSerpTaskBody,
  bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
  responses: { 200: EstimateResponse, 201: CreateSerpTaskResponse },
  failures: ['not_configured'],
  handle: async (ctx, { body }) => {
    const input = toCreateInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateSerpTask(ctx, input)) };
    return { status: 201, body: toCreateBody(input.projectId, await createSerpTask(ctx, input)) };
  },
});

const getTask = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/serp/tasks/{taskId}',
  summary: 'A SERP task and its results so far',
  description: '`completed` when every keyword has its outcome, `failed` when none could be answered. Kept for 35 days.',
  params: SerpTaskParams,
  query: SerpTaskQuery,
  responses: { 200: SerpTaskResponse },
  handle: async (ctx, { params, query }) => ({
    status: 200,
    body: toTaskBody(await getSerpTask(ctx, { taskId: params.taskId, ...query }), query),
  }),
});

export const taskEndpoints: AppEndpoint[] = [postTask, getTask];

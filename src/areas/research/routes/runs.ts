import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { confirmCategories } from '../runs/confirm/confirm-categories.ts';
import { estimateConfirmed } from '../runs/confirm/estimate-confirmed.ts';
import { estimateRun } from '../runs/estimate-run.ts';
import { listRuns } from '../runs/get-run.ts';
import { getRunState } from '../runs/get-run-status.ts';
import { startRun } from '../runs/start-run.ts';
import {
  ConfirmBody,
  ConfirmEstimateResponse,
  ConfirmResponse,
  toConfirmBody,
  toConfirmEstimateBody,
  toConfirmInput,
} from '../wire/confirm.ts';
import { RunParams } from '../wire/fields.ts';
import { RunBody, RunResponse, toResearchRunBody, toStartInput } from '../wire/start.ts';
import { RunListQuery, RunListResponse, RunStatusResponse, toListedRun, toStatusBody } from '../wire/status.ts';

const common = { spec: '4.5', area: 'research', access: 'key' } as const;

const postRun = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/run',
  summary: 'Begin a research run: find out what a site is',
  description:
    'Reads the start page and up to five pages that its navigation offers, and recommends a business type, categories and seed keywords. ' +
    'The answer waits for that at most 25 s; later, and with `async`, the run is `queued` and asked about at `status_url`.',
  body: RunBody,
  responses: { 200: EstimateResponse, 202: RunResponse },
  spends: true,
  handle: async (ctx, { body }) => {
    const input = toStartInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateRun(ctx, input)) };
    const { run, costUsd } = await startRun(ctx, input);
    return { status: 202, body: toResearchRunBody(run, input), spent: { costUsd, isCached: false } };
  },
});

const postConfirm = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/run/{runId}/confirm-categories',
  summary: 'Confirm what a run is about, and harvest its keywords',
  description:
    'Takes `categories` by the number of the provider or `confirmed_categories` in words. A local business needs 1 to 5 locations. ' +
    'The same confirmation again gives the same answer; another one, or a run in another state, is 409. With `dry_run` only the estimate is made.',
  params: RunParams,
  body: ConfirmBody,
  responses: { 200: ConfirmEstimateResponse, 202: ConfirmResponse },
  failures: ['conflict'],
  spends: true,
  handle: async (ctx, { params: { runId }, body }) => {
    const input = toConfirmInput(body);
    if (body.dry_run) return { status: 200, body: toConfirmEstimateBody(await estimateConfirmed(ctx, runId, input)) };
    const confirmed = await confirmCategories(ctx, runId, input);
    return { status: 202, body: toConfirmBody(confirmed), spent: { costUsd: 0, isCached: false } };
  },
});

const getStatus = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/run/{runId}/status',
  summary: 'The record of a run, with its progress',
  description: 'Of each category the best 20 keywords are shown; `/run/{runId}/keywords` has all. Poll about every 2 seconds.',
  params: RunParams,
  responses: { 200: RunStatusResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: toStatusBody(await getRunState(ctx, params.runId)) }),
});

const getRuns = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/run',
  summary: 'List research runs, newest first',
  query: RunListQuery,
  responses: { 200: RunListResponse },
  handle: async (ctx, { query }) => {
    const { project_id: projectId, status, limit, offset } = query;
    const { runs, total } = await listRuns(ctx, { projectId, status, limit, offset });
    return { status: 200, body: { success: true, runs: runs.map(toListedRun), ...toListFields(runs, query, total) } };
  },
});

export const runEndpoints: AppEndpoint[] = [postRun, getRuns, getStatus, postConfirm];

import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { isPacked, unpackBytes } from '#kernel/packed-bytes.ts';
import { toListFields } from '#http/paging.ts';
import { askNow } from '../asking/ask-now.ts';
import { getSeries, getSummary } from '../rates/get-summary.ts';
import { getRawAnswer, getSample, listSamples } from '../reading/get-sample.ts';
import { rematchAnswers } from '../reading/rematch-answers.ts';
import * as wire from '../wire/answers.ts';
import * as rates from '../wire/rates.ts';

const common = { spec: '4', area: 'answers', access: 'key' } as const;
const RAW_BYTES_MAX = 32 * 1024 * 1024;

const postAsk = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/answers/ask',
  summary: 'Ask prompts now',
  description:
    'Beside the plan: such answers are shown and count in no rate, because answers that are minutes apart may come from one cache.',
  body: wire.AskBody,
  responses: { 200: wire.AskResponse, 202: wire.AskResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { body }) => {
    const { project_id: projectId, prompt_ids: promptIds, surfaces, samples, dry_run: isDryRun } = body;
    const asked = await askNow(ctx, { projectId, promptIds, surfaces, samples, isDryRun });
    return {
      status: isDryRun ? 200 : 202,
      body: { success: true, dry_run: isDryRun, samples: asked.samples, cost_usd_max: asked.costUsdMax, workflow_id: asked.workflowId },
    };
  },
});

const getAnswerSummary = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/summary',
  rows: 'groups',
  summary: 'How often answers name and cite us, with intervals, and whether that moved',
  description:
    'Of whole weeks, the newest unless asked otherwise. Rates are over answered samples: failed, refused and pending ones are in no denominator.',
  query: rates.SummaryQuery,
  responses: { 200: rates.SummaryResponse },
  handle: async (ctx, { query: { project_id: projectId, from, to, group_by: groupBy } }) => ({
    status: 200,
    body: rates.toSummaryResponse(await getSummary(ctx, { projectId, from, to, groupBy })),
  }),
});

const getAnswerSeries = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/series',
  rows: 'weeks',
  summary: 'The weeks of each surface, oldest first',
  query: rates.SeriesQuery,
  responses: { 200: rates.SeriesResponse },
  handle: async (ctx, { query: { project_id: projectId, from, to } }) => ({
    status: 200,
    body: { success: true, weeks: (await getSeries(ctx, { projectId, from, to })).map(rates.toPointBody) },
  }),
});

const getSamples = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/samples',
  summary: 'List the times that prompts were asked, newest first',
  query: wire.ListSamplesQuery,
  responses: { 200: wire.SampleListResponse },
  handle: async (ctx, { query }) => {
    const { project_id: projectId, prompt_id: promptId, surface, status } = query;
    const { rows, total } = await listSamples(ctx, { projectId, promptId, surface, status }, query);
    return { status: 200, body: { success: true, samples: rows.map(wire.toSampleBody), ...toListFields(rows, query, total) } };
  },
});

const getOneSample = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/samples/{sample_id}',
  summary: 'Read an answer: its text, what it names and what it cites',
  params: wire.SampleParams,
  responses: { 200: wire.SampleResponse },
  handle: async (ctx, { params }) => ({ status: 200, body: wire.toSampleResponse(await getSample(ctx, params.sample_id)) }),
});

const getRaw = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/answers/samples/{sample_id}/raw',
  // The provider says in it what it cost.
  right: 'see_costs',
  summary: 'Take an answer as the provider sent it',
  description: 'Without the token of its delivery. `X-Answer-SHA256` is of the bytes as they came, which may have been packed.',
  params: wire.SampleParams,
  contentType: 'application/json; charset=utf-8',
  responses: { 200: z.unknown() },
  handle: async (ctx, { params }) => {
    const { body, sha256 } = await getRawAnswer(ctx, params.sample_id);
    const plain = isPacked(body) ? await unpackBytes(body, { bytesMax: RAW_BYTES_MAX }) : body;
    return { status: 200, body: plain.toString('utf8'), headers: { 'x-answer-sha256': sha256 } };
  },
});

const postRematch = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/answers/rematch',
  summary: 'Read kept answers again, by the brands of now',
  description: 'It asks nothing and costs nothing. Writing brands does it by itself.',
  body: wire.RematchBody,
  responses: { 202: wire.RematchResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { body }) => ({
    status: 202,
    body: { success: true, workflow_id: await rematchAnswers(ctx, body.project_id) },
  }),
});

export const answerEndpoints: AppEndpoint[] = [postAsk, getAnswerSummary, getAnswerSeries, getSamples, getOneSample, getRaw, postRematch];

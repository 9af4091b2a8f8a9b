import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { listDigestRuns } from '../get-runs.ts';
import { previewDigest, sendToSelf } from '../runs/preview.ts';
import { DigestParams, PreviewQuery, PreviewResponse, RunsQuery, SendBody, SentDigestResponse } from '../wire/digests.ts';
import { RunListResponse, toRunBody } from '../wire/runs.ts';

const common = { spec: '4', area: 'digests', access: 'key', params: DigestParams } as const;

const getPreview = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/digests/{digest_id}/preview',
  summary: 'The mail as it will look',
  description: 'With the figures of `GET /api/projects/{project_id}/overview` of the same days. Nothing is sent.',
  query: PreviewQuery,
  responses: { 200: PreviewResponse },
  handle: async (ctx, { params, query }) => {
    const { isQuiet, ...mail } = await previewDigest(ctx, params.digest_id, { day: query.period, as: query.as });
    return { status: 200, body: { success: true, ...mail, is_quiet: isQuiet } };
  },
});

const postSend = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/digests/{digest_id}/send',
  summary: 'Send a digest to oneself',
  description: 'To the person who asks and to no other; the digest of the period is sent all the same.',
  body: SendBody,
  responses: { 202: SentDigestResponse },
  failures: ['not_configured'],
  handle: async (ctx, { params, body }) => {
    const { mailId, to, period } = await sendToSelf(ctx, params.digest_id, body.period);
    return { status: 202, body: { success: true, mail_id: mailId, to, period } };
  },
});

const getRuns = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/digests/{digest_id}/runs',
  summary: 'What became of a digest, the newest period first',
  query: RunsQuery,
  responses: { 200: RunListResponse },
  rows: 'runs',
  handle: async (ctx, { params, query }) => {
    const { runs, total } = await listDigestRuns(ctx, params.digest_id, query);
    return { status: 200, body: { success: true, runs: runs.map(toRunBody), ...toListFields(runs, query, total) } };
  },
});

export const sendingEndpoints: AppEndpoint[] = [getPreview, postSend, getRuns];

import { toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { getQuota, inspectUrls } from '../inspect/inspect.ts';
import { listSitemaps } from '../sitemaps/list-sitemaps.ts';
import * as wire from '../wire/pages.ts';
import { ProjectParams } from '../wire/sync.ts';

const PATH = '/api/projects/{project_id}/search-console';
/** Google is asked at once, for nothing. */
const common = { spec: '4', area: 'search-console', access: 'key', right: 'ask', params: ProjectParams } as const;

const postInspect = defineEndpoint({
  ...common,
  method: 'POST',
  path: `${PATH}/inspect`,
  summary: 'Ask Google’s index about addresses',
  description:
    'Up to 100 at once, and 2,000 of a property on a Pacific day. With `dry_run` nothing is asked, and `quota_left` says how many are left.',
  body: wire.InspectBody,
  responses: { 200: wire.InspectResponse.or(wire.InspectEstimate) },
  failures: ['conflict', 'rate_limited', 'provider_failed'],
  handle: async (ctx, { params: { project_id: projectId }, body: { urls, dry_run: isDryRun } }) => {
    if (isDryRun) {
      const { left } = await getQuota(ctx, projectId);
      return { status: 200, body: { ...toEstimateBody({ calls: new Set(urls).size, costUsd: 0 }), quota_left: left } };
    }
    const { results, left } = await inspectUrls(ctx, projectId, urls);
    return { status: 200, body: { success: true, results: results.map(wire.toInspectionBody), quota_left: left } };
  },
});

const getSitemaps = defineEndpoint({
  ...common,
  method: 'GET',
  path: `${PATH}/sitemaps`,
  rows: 'sitemaps',
  summary: 'Sitemaps of a project’s property, as Google has them now',
  responses: { 200: wire.SitemapsResponse },
  failures: ['conflict', 'provider_failed'],
  handle: async (ctx, { params }) => ({ status: 200, body: wire.toSitemapsBody(await listSitemaps(ctx, params.project_id)) }),
});

export const pageEndpoints: AppEndpoint[] = [postInspect, getSitemaps];

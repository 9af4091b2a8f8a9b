import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { loadDebugContent } from '../queue/load-verbs.ts';
import { DebugContentBody, DebugContentResponse, toDebugContentBody } from '../wire/debug-content.ts';

export const postDebugContent = defineEndpoint({
  area: 'classification',
  spec: '4.7',
  access: 'admin',
  method: 'POST',
  path: '/api/admin/classifier/debug-content',
  summary: 'Show what is read of a page, and what follows from it',
  description: 'By the rules for pages (docs/pages.md). What cannot be read is an answer that says why. No classification is stored.',
  body: DebugContentBody,
  responses: { 200: DebugContentResponse.or(EstimateResponse) },
  audited: false,
  handle: async (ctx, { body: { url, depth, dry_run: isDryRun } }) => {
    requireUnbound(ctx.caller);
    // Pages are read for nothing.
    if (isDryRun) return { status: 200, body: toEstimateBody({ calls: 1, costUsd: 0 }) };
    const debugContent = await loadDebugContent();
    return { status: 200, body: toDebugContentBody(await debugContent(ctx, url, depth)) };
  },
});

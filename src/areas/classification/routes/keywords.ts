import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { getProjects } from '#areas/projects/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { toKeywordItem } from '../pipelines/items.ts';
import { estimateClassification } from '../queue/estimate.ts';
import { loadVerbs } from '../queue/load-verbs.ts';
import { startForRequest, toRequestOptions } from '../queue/request.ts';
import { describe, type Described } from '../records/describe.ts';
import { findBrands } from '../records/find-brands.ts';
import { PendingResponse, toFlags, toPendingBody } from '../wire/classification.ts';
import { KeywordBody, KeywordResponse, toClassifiedKeywordBody } from '../wire/keyword.ts';

const postKeyword = defineEndpoint({
  area: 'classification',
  spec: '4.7',
  access: 'admin',
  method: 'POST',
  path: '/api/admin/classify-keyword',
  summary: 'Say what a keyword is after',
  description: 'With `use_workflow` the end is waited for at most 25 s; then the answer is 202 and names where to ask.',
  body: KeywordBody,
  responses: { 200: KeywordResponse.or(EstimateResponse), 202: PendingResponse },
  failures: ['not_found'],
  spends: true,
  subjectOf: ({ body: { keyword } }) => ({ keyword }),
  handle: async (ctx, { body }) => {
    const { keyword, project_id: projectId } = body;
    if (projectId !== undefined) await getProjects(ctx, [projectId]);
    const flags = toFlags(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateClassification(ctx, flags, { items: 1, pages: 0 })) };
    const brands = await findBrands(ctx.postgres, { projectId, brands: body.brands });
    const verbs = await loadVerbs();
    const toReply = (described: Described, workflowId?: string) => ({
      status: 200,
      body: {
        ...toClassifiedKeywordBody(described, verbs.describeKeyword(keyword, { brands })),
        ...(workflowId === undefined ? {} : { workflow_id: workflowId }),
      },
      spent: { costUsd: described.cost_usd, isCached: described.cached },
    });
    if (body.use_workflow !== true && body.async !== true) {
      const { text } = toKeywordItem(keyword);
      const [found] = await verbs.keepKeywords(ctx, { texts: [text], brands }, toRequestOptions(ctx, flags));
      if (found === undefined) throw new Error('the classification of a keyword has no result');
      return toReply(describe(found));
    }
    const input = { keyword, brands, ...flags };
    const { ended, ...started } = await startForRequest(ctx, { type: 'keyword-classify', input, isAsync: body.async === true });
    const [result] = ended?.results ?? [];
    return result === undefined ? { status: 202, body: toPendingBody(started) } : toReply(result, started.workflowId);
  },
});

export const keywordEndpoints: AppEndpoint[] = [postKeyword];

import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { toAsker, type Asker } from '../answers/asker.ts';
import type { AttributeKind } from '../answers/attributes/attribute-kinds.ts';
import { estimateKeywordAttributes } from '../answers/attributes/estimate-keyword-attributes.ts';
import type { AttributesQuestion } from '../answers/attributes/attributes-question.ts';
import { getKeywordAttributes } from '../answers/attributes/get-keyword-attributes.ts';
import { AiVolumesResponse, CategoriesResponse, AttributesBody, toAiVolumesBody, toCategoriesBody } from '../wire/attributes.ts';
import { toAskedBeside } from '../wire/keyword-question.ts';

const common = {
  spec: '4.3',
  area: 'keywords',
  access: 'key',
  method: 'POST',
  body: AttributesBody,
  bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
  description:
    'Answers that came less than 24 hours ago, for whichever project, serve again without cost. A keyword that the provider refuses does not void the others.',
  failures: ['not_found', 'not_configured', 'payment_required', 'provider_failed', 'unavailable'],
  spends: true,
} as const;

const postAiVolumes = defineEndpoint({
  ...common,
  path: '/api/keywords/ai-search-volume',
  summary: 'How often AI assistants are asked about up to 1,000 keywords',
  responses: { 200: AiVolumesResponse.or(EstimateResponse) },
  handle: async (ctx, { body }) => {
    const asker = await toAsker(ctx, toAskedBeside(body));
    const question = toQuestion('ai_volumes', body, asker);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateKeywordAttributes(ctx, question, ctx.caller)) };
    const result = await getKeywordAttributes(ctx, question, asker.scope, { signal: ctx.signal });
    return { status: 200, body: toAiVolumesBody(body, asker, result), spent: result };
  },
});

const postCategories = defineEndpoint({
  ...common,
  path: '/api/keywords/categories',
  summary: 'The categories of up to 1,000 keywords, with names and paths',
  responses: { 200: CategoriesResponse.or(EstimateResponse) },
  handle: async (ctx, { body }) => {
    const asker = await toAsker(ctx, toAskedBeside(body));
    const question = toQuestion('categories_for_keywords', body, asker);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateKeywordAttributes(ctx, question, ctx.caller)) };
    const result = await getKeywordAttributes(ctx, question, asker.scope, { signal: ctx.signal });
    return { status: 200, body: toCategoriesBody(body, asker, result), spent: result };
  },
});

function toQuestion<Kind extends AttributeKind>(
  kind: Kind,
  { keywords }: { readonly keywords: readonly string[] },
  { market, organizationId }: Asker,
): AttributesQuestion<Kind> {
  return { kind, keywords, ...market, organizationId };
}

export const attributeEndpoints: AppEndpoint[] = [postAiVolumes, postCategories];

import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { toAsker } from '../answers/asker.ts';
import { estimateKeywordList } from '../answers/lists/estimate-keyword-list.ts';
import { getKeywordList } from '../answers/lists/get-keyword-list.ts';
import { toRelatedQuestion } from '../answers/lists/related-question.ts';
import { refusedAsInvalid, toAskedBeside } from '../wire/keyword-question.ts';
import { RelatedBody, RelatedResponse, toRelatedBody } from '../wire/related.ts';
import { SuggestionsBody, SuggestionsResponse, toSuggestionsBody, toSuggestionsRequest } from '../wire/suggestions.ts';

const common = {
  spec: '4.3',
  area: 'keywords',
  access: 'key',
  method: 'POST',
  failures: ['not_found', 'not_configured', 'payment_required', 'provider_failed', 'unavailable'],
  spends: true,
} as const;

const postSuggestions = defineEndpoint({
  ...common,
  path: '/api/keywords/suggestions',
  summary: 'Keywords that contain a keyword, the most searched first',
  description:
    'The answer has the fields of both forms: `data` and, for completing what is typed, `suggestions`. A list that came less than 24 hours ago, for whichever project, serves again without cost, also for a lower `limit`.',
  body: SuggestionsBody,
  responses: { 200: SuggestionsResponse.or(EstimateResponse) },
  handle: async (ctx, { body }) => {
    const asker = await toAsker(ctx, toAskedBeside(body));
    const { organizationId } = asker;
    const question = { kind: 'suggestions', request: toSuggestionsRequest(body, asker), organizationId } as const;
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateKeywordList(ctx, question, ctx.caller)) };
    const list = await refusedAsInvalid('keyword', getKeywordList(ctx, question, asker.scope, { signal: ctx.signal }));
    return { status: 200, body: toSuggestionsBody(body, asker, list), spent: list };
  },
});

const postRelated = defineEndpoint({
  ...common,
  path: '/api/keywords/for-keywords',
  summary: 'Keywords around up to 200 keywords, the most relevant first',
  description:
    "Of the provider's own database; where that does not reach, of the ads planner, which takes 20 keywords and has neither difficulty nor intent. A list that came less than 24 hours ago, for whichever project, serves again without cost.",
  body: RelatedBody,
  bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
  responses: { 200: RelatedResponse.or(EstimateResponse) },
  handle: async (ctx, { body }) => {
    const asker = await toAsker(ctx, toAskedBeside(body));
    const { keywords, limit } = body;
    const { source, ...question } = toRelatedQuestion(ctx, { keywords, limit, ...asker.market, organizationId: asker.organizationId });
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateKeywordList(ctx, question, ctx.caller)) };
    const list = await refusedAsInvalid('keywords', getKeywordList(ctx, question, asker.scope, { signal: ctx.signal }));
    const rows = list.rows.slice(0, limit);
    return { status: 200, body: toRelatedBody(body, asker, { source, list: { ...list, rows } }), spent: list };
  },
});

export const listEndpoints: AppEndpoint[] = [postSuggestions, postRelated];

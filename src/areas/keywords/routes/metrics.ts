import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { KEYWORD_LIST_BYTES_MAX } from '#http/input/json-body.ts';
import { toAsker } from '../answers/asker.ts';
import { estimateOverview, getOverview } from '../metrics/on-request/get-overview.ts';
import { getPortfolioTrends } from '../portfolio/get-portfolio-trends.ts';
import { toAskedBeside } from '../wire/keyword-question.ts';
import { OverviewBody, OverviewResponse, toOverviewBody } from '../wire/overview.ts';
import { PortfolioTrendsQuery, PortfolioTrendsResponse, toPortfolioTrendsBody } from '../wire/portfolio-trends.ts';

const postOverview = defineEndpoint({
  spec: '4.3',
  area: 'keywords',
  access: 'key',
  method: 'POST',
  path: '/api/keywords/overview',
  summary: 'Search volume, price, competition, difficulty, intent and monthly searches of up to 1,000 keywords',
  description:
    'Figures that came less than 24 hours ago, for whichever project, serve again without cost. A keyword that the provider refuses does not void the others.',
  body: OverviewBody,
  bodyLimitBytes: KEYWORD_LIST_BYTES_MAX,
  responses: { 200: OverviewResponse.or(EstimateResponse) },
  failures: ['not_found', 'not_configured', 'payment_required', 'provider_failed', 'unavailable'],
  spends: true,
  handle: async (ctx, { body }) => {
    const asker = await toAsker(ctx, toAskedBeside(body));
    const { organizationId } = asker;
    const question = {
      keywords: body.keywords,
      withClickstream: body.include_clickstream_data,
      historyMonths: body.history_months,
      ...asker.market,
      organizationId,
    };
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateOverview(ctx, question, ctx.caller)) };
    const result = await getOverview(ctx, question, asker.scope, { signal: ctx.signal });
    return { status: 200, body: toOverviewBody(body, asker, result), spent: result };
  },
});

const getTrends = defineEndpoint({
  spec: '4.3',
  area: 'keywords',
  access: 'key',
  method: 'GET',
  path: '/api/keywords/portfolio-trends',
  summary: "The searches of a project's tracked keywords by month",
  description:
    'From what is stored: nothing is bought. `summary` says how many of the keywords have figures, and how old these are. A text counts once for each place and language, whatever the devices.',
  query: PortfolioTrendsQuery,
  responses: { 200: PortfolioTrendsResponse },
  handle: async (ctx, { query }) => {
    const { project_id: projectId, source, limit } = query;
    return { status: 200, body: toPortfolioTrendsBody(query, await getPortfolioTrends(ctx, { projectId, source, limit })) };
  },
});

export const metricEndpoints: AppEndpoint[] = [postOverview, getTrends];

import { defineEndpoint, type AppEndpoint } from '#context';
import { listCompetingPages } from './list-competing-pages.ts';
import { CannibalizationQuery, CannibalizationResponse, toCannibalizationBody, toCompetingInput } from './wire.ts';

const getCannibalization = defineEndpoint({
  method: 'GET',
  path: '/api/keywords/cannibalization',
  spec: '4.3',
  area: 'keywords',
  summary: 'List the tracked keywords for which several pages of one own website rank, the worst first',
  description:
    'In turn (the best own page changes and comes back) or at once on one result page, by the stored results of the checks of the last days. `severity` is `high` when the best page changed at least three times and at every fourth check or more often, `medium` when it changed twice or several pages stood on half of the result pages, else `low`. A page that another one has replaced for good is not listed. Each own website of the project stands alone: others that rank for the same keyword are named in `other_sites`.',
  access: 'key',
  query: CannibalizationQuery,
  responses: { 200: CannibalizationResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const input = toCompetingInput(query);
    return { status: 200, body: toCannibalizationBody(input, await listCompetingPages(ctx, input)) };
  },
});

export const cannibalizationEndpoints: AppEndpoint[] = [getCannibalization];

import { defineEndpoint, type AppEndpoint } from '#context';
import { getSummary } from '../get-summary.ts';
import { SummaryQuery, SummaryResponse, toSummaryBody, toSummaryInput } from '../wire/summary.ts';

/** What became of the results that were kept (specification 4.4). */
export const historyEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/summary',
    spec: '4.4',
    area: 'rankings',
    summary: 'What each day came to: counts, average position, share of voice, movers',
    description:
      'One entry a day, of the best own site of each keyword, and in `assets` of each site. A keyword counts once for each platform, place and device it is followed on. ' +
      'An outcome stands on the following days until the next good check: 7 days for daily keywords, 14 for weekly ones, 38 for monthly ones and those checked by hand. ' +
      'A failed check is counted in `failed` and never as a loss. ' +
      '`share_of_voice` is the sum of search volume times voice, divided by the sum of search volume, over the keywords whose outcome and volume are known. ' +
      'The voice of position p is (1/p) / (1/1 + 1/2 + ... + 1/100) down to place 100 and 0 below: all places of a page come to 1. ' +
      'The volume is the newest that was known on that day.',
    access: 'key',
    query: SummaryQuery,
    responses: { 200: SummaryResponse },
    handle: async (ctx, { query }) => {
      const input = toSummaryInput(query);
      return { status: 200, body: toSummaryBody(input, await getSummary(ctx, input)) };
    },
  }),
];

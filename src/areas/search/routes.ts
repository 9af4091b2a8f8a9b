import { defineEndpoint, type AppEndpoint } from '#context';
import { searchEverything } from './search-everything.ts';
import { SearchQuery, SearchResponse, toSearchBody } from './wire.ts';

export const endpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/search',
    spec: '4.1',
    area: 'search',
    access: 'key',
    summary: 'Find projects, tags, domains, apps, assets, keywords, checks and runs by their names or ids',
    description:
      'What the text names whole comes first, then what begins with it, then what has a later word that does. ' +
      'Later words of keywords are looked for in 100,000 of them. Archived projects are left out.',
    query: SearchQuery,
    responses: { 200: SearchResponse },
    handle: async (ctx, { query }) => ({ status: 200, body: toSearchBody(await searchEverything(ctx, query.q, query.limit)) }),
  }),
];

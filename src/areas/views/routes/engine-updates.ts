import { defineEndpoint, type AppEndpoint } from '#context';
import { listEngineUpdates } from '../engine-updates/engine-updates.ts';
import { EngineUpdatesQuery, EngineUpdatesResponse, toEngineUpdatesBody } from '../wire/engine-updates.ts';

export const engineUpdateEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/engine-updates',
    rows: 'updates',
    spec: '4',
    area: 'views',
    access: 'key',
    summary: 'Core and spam updates that a search engine itself announced, oldest first',
    description:
      'The list comes with the release and asks no source: `known_until` says how far it goes. Later updates are written as annotations of the instance with the kind `engine_update`.',
    query: EngineUpdatesQuery,
    responses: { 200: EngineUpdatesResponse },
    handle: (_ctx, { query }) => Promise.resolve({ status: 200, body: toEngineUpdatesBody(listEngineUpdates(query)) }),
  }),
];

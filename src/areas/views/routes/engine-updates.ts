import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { dayParam } from '#http/fields.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { listEngineUpdates, UPDATE_KINDS, UPDATES_KNOWN_UNTIL, UPDATES_SOURCE } from '../engine-updates/engine-updates.ts';

const EngineUpdateBody = z
  .object({
    platform: z.enum(ENGINES),
    kind: z.enum(UPDATE_KINDS),
    name: z.string(),
    date: z.string().meta({ description: 'The day it began.' }),
    end_date: z.string().meta({ description: 'The day it was said to be complete.' }),
  })
  .meta({ id: 'EngineUpdate' });

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
    query: z.object({ from: dayParam().optional(), to: dayParam().optional() }),
    responses: {
      200: z.object({
        success: z.boolean(),
        known_until: z.string(),
        source: z.string().meta({ description: 'Where the engine publishes them.' }),
        updates: z.array(EngineUpdateBody),
      }),
    },
    handle: (_ctx, { query }) => {
      const updates = listEngineUpdates(query).map(({ engine, from, to, ...update }) => ({
        ...update,
        platform: engine,
        date: from,
        end_date: to,
      }));
      return Promise.resolve({ status: 200, body: { success: true, known_until: UPDATES_KNOWN_UNTIL, source: UPDATES_SOURCE, updates } });
    },
  }),
];

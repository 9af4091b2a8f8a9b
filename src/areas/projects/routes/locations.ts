import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { findLocations } from '../search-locations.ts';
import {
  LanguagesResponse,
  LocationsQuery,
  LocationsResponse,
  toLanguagesBody,
  toLocationBody,
  toLocationSearch,
} from '../wire/locations.ts';

const common = { method: 'GET', spec: '4.3', area: 'projects', access: 'key' } as const;

export const locationEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    path: '/api/locations',
    summary: 'Find the places that keywords can be asked in',
    description:
      'Those that `search` names whole come first, then those that begin with it, then those of which a later word does; countries before states, regions and cities. ' +
      "Every place of the provider's own list, which is read once a month; `as_of` says when. Until it was read a bundled table answers, " +
      'with every country, state and region, and the cities of Australia, Canada, Ireland, New Zealand, South Africa, the United Kingdom and the United States. ' +
      'The list has no coordinates: `near` goes by the areas that places lie in.',
    query: LocationsQuery,
    responses: { 200: LocationsResponse },
    handle: async (ctx, { query }) => {
      const { locations, total, asOf } = await findLocations(ctx, toLocationSearch(query));
      const body = { success: true, locations: locations.map(toLocationBody), as_of: asOf?.toISOString() ?? null };
      return { status: 200, body: { ...body, ...toListFields(locations, query, total) } };
    },
  }),
  defineEndpoint({
    ...common,
    path: '/api/languages',
    summary: 'The languages that keywords can be asked in, by name',
    responses: { 200: LanguagesResponse },
    handle: async () => ({ status: 200, body: toLanguagesBody() }),
  }),
];

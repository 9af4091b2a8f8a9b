import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { searchPlaces } from '../search-places.ts';
import { LanguagesResponse, LocationsQuery, LocationsResponse, toLanguagesBody, toLocationBody, toPlaceSearch } from '../wire/places.ts';

const common = { method: 'GET', spec: '4.3', area: 'projects', access: 'key' } as const;

export const placeEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    path: '/api/locations',
    summary: 'Find the places that keywords can be asked in',
    description:
      'Those that `search` names whole come first, then those that begin with it, then those of which a later word does; countries before states, regions and cities. ' +
      'The bundled table has every country, state and region, and the cities of Australia, Canada, Ireland, New Zealand, South Africa, the United Kingdom and the United States. ' +
      'Other local areas of the provider can be used by their number.',
    query: LocationsQuery,
    responses: { 200: LocationsResponse },
    handle: async (_ctx, { query }) => {
      const { places, total } = searchPlaces(toPlaceSearch(query));
      return { status: 200, body: { success: true, locations: places.map(toLocationBody), ...toListFields(places, query, total) } };
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

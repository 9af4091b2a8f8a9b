import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'App-store intelligence',
    spec: '4.8',
    places: [
      'POST /api/apps/search',
      'POST /api/apps/track',
      'DELETE /api/apps/untrack',
      'GET /api/apps',
      'GET /api/apps/{app_id}',
      'GET /api/apps/{app_id}/stats',
      'GET /api/apps/{app_id}/rankings',
      'GET /api/apps/{app_id}/recommendations',
      'GET /api/app-store/apps/{app_id}/all-rankings',
      'GET /api/top-apps',
      'GET /api/app-store/categories',
      'GET /api/app-store/child-categories',
      'GET /api/app-store/catalog/debug',
    ],
  },
];

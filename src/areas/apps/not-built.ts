import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'App-store intelligence',
    spec: '4.8',
    places: [
      'GET /api/apps',
      'GET /api/apps/{app_id}',
      'GET /api/apps/{app_id}/stats',
      'GET /api/apps/{app_id}/rankings',
      'GET /api/apps/{app_id}/recommendations',
      'GET /api/app-store/apps/{app_id}/all-rankings',
      'GET /api/top-apps',
      'GET /api/app-store/categories',
      'GET /api/app-store/child-categories',
      'GET /api/app-store/lookup',
      'POST /api/app-store/grouping',
      'POST /api/admin/taxonomy-crawl',
      'GET /api/app-store/room/debug',
      'GET /api/app-store/catalog/debug',
      'POST /api/app-store/crawl/full',
    ],
  },
];

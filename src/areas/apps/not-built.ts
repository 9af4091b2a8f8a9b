import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'App-store intelligence',
    spec: '4.8',
    places: [
      'POST /api/apps/search',
      'POST /api/apps/track',
      'DELETE /api/apps/untrack',
      'GET /api/app-store/lookup',
      'POST /api/app-store/grouping',
      'POST /api/admin/taxonomy-crawl',
      'GET /api/app-store/room/debug',
      'POST /api/app-store/crawl/full',
    ],
  },
];

import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'App-store intelligence',
    spec: '4.8',
    places: ['POST /api/apps/search', 'POST /api/apps/track', 'DELETE /api/apps/untrack'],
  },
];

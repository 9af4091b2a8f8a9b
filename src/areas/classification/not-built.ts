import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'Classification',
    spec: '4.7',
    places: ['POST /api/admin/classifier/debug-content'],
  },
];

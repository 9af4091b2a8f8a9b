import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'Keyword data on request',
    spec: '4.3',
    places: [
      'POST /api/keywords/overview',
      'POST /api/keywords/suggestions',
      'POST /api/keywords/ai-search-volume',
      'POST /api/keywords/for-keywords',
      'POST /api/keywords/categories',
      'GET /api/keywords/portfolio-trends',
      'POST /keywords/bulk_save',
    ],
  },
];

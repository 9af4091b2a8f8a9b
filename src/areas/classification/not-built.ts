import type { NotBuilt } from '#area/not-built.ts';

export const notBuilt: readonly NotBuilt[] = [
  {
    what: 'Classification',
    spec: '4.7',
    places: [
      'POST /api/admin/classifier/classify',
      'POST /api/admin/classifier/classify-rules',
      'POST /api/admin/classifier/debug-content',
      'POST /api/admin/classifier/classify-llm',
      'POST /api/admin/classify-keyword',
      'POST /api/admin/classifier/domain',
      'GET /api/admin/classifier/domain',
      'POST /api/admin/classifier/domains',
      'GET /api/admin/classifier/domain/{domain}',
    ],
  },
];

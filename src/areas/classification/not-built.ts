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
      'GET /api/admin/classifier/domain-stats',
      'GET /api/admin/classifier/stats',
      'POST /api/admin/classifier/init-vectorize',
      'POST /api/admin/classifier/bulk-load-vectorize',
      'GET /api/admin/classifier/url-samples',
      'GET /api/admin/classification-stats',
      'GET /api/admin/urls/browse',
      'POST /api/admin/urls/feedback',
      'POST /api/admin/classifier/corrections',
      'GET /api/admin/classifier/corrections/stats',
      'GET /api/admin/classifier/corrections/history/{type}/{id}',
      'GET /api/admin/classifier/corrections/patterns',
      'POST /api/admin/classifier/corrections/learn',
    ],
  },
];

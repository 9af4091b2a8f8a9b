import { defineEndpoint, type AppEndpoint } from '#context';
import { AppError } from '#kernel/errors.ts';

/** Paths of the specification that this version does not serve, by what they wait for. */
interface Missing {
  /** What is not there, as the beginning of a sentence. */
  readonly what: string;
  readonly spec: string;
  /** Method and path, as the specification writes them. */
  readonly places: readonly string[];
}

const MISSING: readonly Missing[] = [
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
  {
    what: 'Keyword research',
    spec: '4.5',
    places: [
      'POST /run',
      'POST /run/{runId}/confirm-categories',
      'GET /run/{runId}/status',
      'POST /api/analyze-site',
      'GET /admin/business-types',
      'POST /generate-taxonomy',
      'POST /taxonomy/re-categorize',
    ],
  },
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
      'GET /api/app-store/lookup',
      'POST /api/app-store/grouping',
      'POST /api/admin/taxonomy-crawl',
      'GET /api/app-store/room/debug',
      'GET /api/app-store/catalog/debug',
      'POST /api/app-store/crawl/full',
    ],
  },
  { what: 'The external entity store', spec: '4.13', places: ['POST /webhooks/entity-store'] },
];

/** Served as 501 to whoever could call them once they are there, and left out of the OpenAPI document. */
export const notBuiltEndpoints: readonly AppEndpoint[] = MISSING.flatMap(({ what, spec, places }) =>
  places.map((place) => {
    const [method, path = ''] = place.split(' ') as [AppEndpoint['method'], string?];
    return defineEndpoint({
      method,
      path,
      spec,
      area: 'operations',
      summary: `${what}: not in this version`,
      access: toAccess(path),
      responses: {},
      // An answer that a later version would give otherwise is not kept.
      idempotent: false,
      audited: false,
      handle: () => Promise.reject(notBuilt(what)),
    });
  }),
);

function notBuilt(what: string): AppError {
  return new AppError('not_implemented', 'not implemented', {
    message: `${what} is not in this version.`,
    hint: 'GET /openapi.json lists what this version does.',
  });
}

/** Specification 5: tokens for what web clients save, the admin scope for what administrators do. */
function toAccess(path: string): AppEndpoint['access'] {
  if (path.startsWith('/webhooks/')) return 'open';
  if (/^\/(?:keywords\/bulk_save|generate-taxonomy|taxonomy\/)/u.test(path)) return 'jwt';
  return /^\/(?:api\/)?admin\//u.test(path) ? 'admin' : 'key';
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { startAreaServer } from '../support/area-server.ts';
import { assertAllRefused, type BadRequest } from '../support/bad-input.ts';
import { makeDomain } from '../support/domain-rows.ts';
import { BAD_SPELLINGS, GOOD_SPELLINGS, IDN_SPELLINGS } from '../support/host-spellings.ts';

const DOMAIN = 'example.com';
const ONBOARD = '/api/admin/domains/onboard';

/** Every endpoint of 4.6 that names a domain: how a request names it, and whether it may be asked here. */
const ASKS: Readonly<Record<string, { readonly ask: (host: string) => Omit<BadRequest, 'because' | 'names'>; readonly field: string }>> = {
  'GET /api/domains/{domain}/summary': inPath('summary'),
  'GET /api/domains/{domain}/keywords': inPath('keywords'),
  'GET /api/domains/{domain}/anchors': inPath('anchors'),
  'GET /api/domains/{domain}/backlinks': inPath('backlinks'),
  'GET /api/domains/{domain}/backlinks/history': inPath('backlinks/history'),
  'GET /api/domains/{domain}/backlinks/changes': inPath('backlinks/changes'),
  'GET /api/domains/{domain}/referring-domains': inPath('referring-domains'),
  'GET /api/domain-metrics': inQuery('/api/domain-metrics', 'domain'),
  'GET /api/admin/domains': inQuery('/api/admin/domains', 'domain'),
  'GET /api/admin/domains/status': inQuery('/api/admin/domains/status', 'domain'),
  'GET /api/admin/referring-domains/list': inQuery('/api/admin/referring-domains/list', 'target'),
  'GET /api/admin/referring-domains/changes': inQuery('/api/admin/referring-domains/changes', 'target'),
  'GET /api/admin/referring-domains/summary': inQuery('/api/admin/referring-domains/summary', 'target'),
  'GET /api/admin/referring-domains/summary-history': inQuery('/api/admin/referring-domains/summary-history', 'target'),
  'POST /api/admin/referring-domains/summary': inBody('/api/admin/referring-domains/summary', 'target'),
  'POST /api/admin/referring-domains/fetch': inBody('/api/admin/referring-domains/fetch', 'target', { dry_run: true }),
  'POST /api/admin/referring-domains/debug': inBody('/api/admin/referring-domains/debug', 'target', { endpoint: 'summary' }),
  'POST /api/admin/domains/onboard': inBody('/api/admin/domains/onboard', 'domain', { dry_run: true }),
  'POST /api/admin/domains/queue-classification': inBody('/api/admin/domains/queue-classification', 'domain'),
  'POST /api/admin/domains/reclassify-all': inBody('/api/admin/domains/reclassify-all', 'domain'),
};
/** They ask the provider, which this server has none of. */
const NEED_PROVIDER = [
  'POST /api/admin/referring-domains/summary',
  'POST /api/admin/referring-domains/debug',
  'GET /api/domains/{domain}/anchors',
];
const WITHOUT_DOMAIN = [
  'GET /api/top-domains',
  'GET /api/admin/domains/classification-failures',
  'GET /api/organizations/{organization_id}/domains',
];

function inPath(what: string) {
  return { field: 'domain', ask: (host: string) => ({ method: 'get' as const, path: `/api/domains/${encodeURIComponent(host)}/${what}` }) };
}

function inQuery(path: string, field: string) {
  return { field, ask: (host: string) => ({ method: 'get' as const, path: `${path}?${field}=${encodeURIComponent(host)}` }) };
}

function inBody(path: string, field: string, more: object = {}) {
  return { field, ask: (host: string) => ({ method: 'post' as const, path, body: { ...more, [field]: host } }) };
}

test('what requests about domains may say', async (t) => {
  const { api, stores, started } = await startAreaServer(t);
  for (const domain of [DOMAIN, 'xn--bcher-kva.de']) await makeDomain(stores.postgres, domain);
  const countAll = async (): Promise<unknown> => {
    const { rows } = await stores.postgres.query(
      'select (select count(*) from domains) as domains, (select count(*) from assets) as assets',
    );
    return [rows, started.length];
  };

  await t.test('every spelling of a domain finds it on every endpoint, and what is no site is refused on all of them', async () => {
    const served = joinAreas(areas)
      .endpoints.filter(({ spec }) => spec === '4.6')
      .map(({ method, path }) => `${method} ${path}`);
    const named = Object.entries(ASKS).filter(([name]) => served.includes(name));
    assert.deepEqual(
      served.filter((name) => !(name in ASKS) && !WITHOUT_DOMAIN.includes(name)),
      [],
    );
    for (const [name, { ask }] of named.filter(([each]) => !NEED_PROVIDER.includes(each)))
      for (const [at, spelling] of [...GOOD_SPELLINGS, ...IDN_SPELLINGS].entries()) {
        // It asks the analytics store, which takes its time.
        if (name === 'GET /api/domain-metrics' && at % 5 !== 0) continue;
        const { method, path, body } = ask(spelling);
        const answer = await api[method](path, body as never);
        assert.equal(answer.status, 200, `${name} ${spelling}: ${JSON.stringify(answer.body)}`);
      }
    await assertAllRefused(
      api,
      named.flatMap(([name, { ask, field }]) =>
        BAD_SPELLINGS.map((spelling) => ({ ...ask(spelling), because: `${name} ${spelling}`, names: [field] })),
      ),
    );
  });

  await t.test('wrong input is refused by the names of its fields', async () => {
    const get = (path: string, names: readonly string[]): BadRequest => ({ because: path, method: 'get', path, names });
    const post = (path: string, body: unknown, names: readonly string[]): BadRequest => ({
      because: `${path} ${JSON.stringify(body)}`,
      method: 'post',
      path: `/api/admin/domains/${path}`,
      body,
      names,
    });
    await assertAllRefused(api, [
      get(`/api/domains/${DOMAIN}/keywords?limit=1001&offset=-1&sort=volume&order=up&location_code=x&language_code=zz&search=&item_type=`, [
        'limit',
        'offset',
        'sort',
        'order',
        'location_code',
        'language_code',
        'search',
        'item_type',
      ]),
      get('/api/admin/domains?limit=501&offset=a&onboard_status=done&data_tier=x&search=', [
        'limit',
        'offset',
        'onboard_status',
        'data_tier',
        'search',
      ]),
      get('/api/admin/domains/status', ['domain']),
      get('/api/admin/domains/classification-failures?entity_type=app&since=yesterday&limit=201&offset=-1', [
        'entity_type',
        'since',
        'limit',
        'offset',
      ]),
      post('queue-classification', {}, ['domain']),
      post('queue-classification', { domain: DOMAIN, limit: 10_001 }, ['limit']),
      post('queue-classification', { domain: 1, limit: '5' }, ['domain', 'limit']),
      post('reclassify-all', { domain: DOMAIN, page_type: 5, limit: 0 }, ['page_type', 'limit']),
      post('reclassify-all', [], ['body']),
    ]);
    assert.equal((await api.get('/api/admin/domains/status')).body.error, 'domain is required');
  });

  await t.test('an onboarding names every wrong field and does nothing by halves', async () => {
    const before = await countAll();
    const post = (body: unknown, names: readonly string[]): BadRequest => ({
      because: JSON.stringify(body).slice(0, 200),
      method: 'post',
      path: ONBOARD,
      body,
      names,
    });
    await assertAllRefused(api, [
      post({}, ['domain']),
      post({ domain: 5 }, ['domain']),
      post({ domains: [] }, ['domains']),
      post({ domains: 'new.net' }, ['domains']),
      post({ domains: ['new.net', 'localhost', 7, { domain: '10.0.0.1', skip_backlinks: 1 }, {}] }, [
        'domains[1]',
        'domains[2]',
        'domains[3].domain',
        'domains[3].skip_backlinks',
        'domains[4].domain',
      ]),
      post({ domains: Array.from({ length: 1_001 }, (_, at) => `site-${at}.net`) }, ['domains']),
      post(
        {
          domain: 'new.net',
          backlinks_limit: 1_000_001,
          keywords_limit: 10_001,
          skip_keywords: 'yes',
          location_code: 1,
          language_code: 'xx',
          force: 0,
          dry_run: 'no',
          asset_name: '',
          role: 'rival',
          project_id: 1,
          options: { backlinks_limit: 0 },
        },
        [
          'backlinks_limit',
          'keywords_limit',
          'skip_keywords',
          'location_code',
          'language_code',
          'force',
          'dry_run',
          'asset_name',
          'role',
          'project_id',
          'options.backlinks_limit',
        ],
      ),
    ]);
    assert.equal((await api.post(ONBOARD)).body.error, 'domain is required');
    const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_archived' })).body.project_id;
    await api.delete(`/api/projects/${projectId}`);
    const archived = await api.post(ONBOARD, { domains: ['new.net', { domain: 'other.net', project_id: projectId }] });
    assert.deepEqual([archived.status, archived.body.error], [409, 'Project is archived']);
    for (const dryRun of [true, false]) {
      const unknown = await api.post(ONBOARD, { domain: 'new.net', project_id: 'proj_unknown', dry_run: dryRun });
      assert.deepEqual([unknown.status, unknown.body.error], [404, 'Project not found']);
    }
    assert.deepEqual(await countAll(), before);
  });
});

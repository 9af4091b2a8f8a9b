import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import {
  FETCHED_AT,
  makeDomain,
  makeFetches,
  makeKeywords,
  makeReferringPages,
  makeSnapshot,
  makeWebsite,
} from '../support/domain-rows.ts';

const DOMAIN = 'example.com';
const FETCHED = FETCHED_AT.toISOString();

/** A domain of which everything is known, and one that was not fetched. */
async function openDomains(t: TestContext) {
  const server = await startAreaServer(t);
  const { postgres } = server.stores;
  const id = await makeDomain(postgres, DOMAIN);
  await makeFetches(postgres, id, [
    { part: 'backlinks', total: 5_000 },
    { part: 'referring_domains', total: 400 },
    { part: 'keywords', wanted: 500, fetched: 5, total: 777, location: 2840, language: 'en' },
    { part: 'summary', wanted: null, fetched: 1 },
    { part: 'history', wanted: null, fetched: 52 },
    { part: 'properties', wanted: null, status: 'failed' },
  ]);
  await makeSnapshot(postgres, id, '202546', 900);
  await makeSnapshot(postgres, id, '202547', 1_000);
  // The provider was asked for this week and had nothing.
  await makeSnapshot(postgres, id, '202548', null);
  await postgres.query(`update domain_summaries set cost_usd = 0.02 where domain_id = $1 and year_week = '202547'`, [id]);
  await postgres.query(`update domain_fetches set cost_usd = 0.06 where domain_id = $1 and part = 'keywords'`, [id]);
  await postgres.query(
    `insert into brand_properties (domain_id, kind, url, platform, first_seen, last_seen) values ($1, 'social', 'https://x.com/example', 'x', $2, $2)`,
    [id, FETCHED_AT],
  );
  await makeReferringPages(postgres, id, 12, 5);
  await makeKeywords(postgres, id, [
    { keyword: 'running shoes', rank: 3, previous: 5, volume: 900, traffic: 50 },
    { keyword: 'Shoes 100%', rank: 1, volume: 50, traffic: 40 },
    { keyword: 'laufschuhe', rank: 9, previous: 2, volume: 400, traffic: null, location: 2276, language: 'de' },
    { keyword: 'trail shoes', rank: null, volume: null, traffic: 2, type: 'paid' },
    { keyword: 'gone shoes', isLost: true },
  ]);
  const freshId = await makeDomain(postgres, 'fresh.org', 'pending');
  return { ...server, id, freshId };
}

test('what is known of domains', async (t) => {
  const { api, withKey, stores, id, freshId } = await openDomains(t);

  await t.test('a summary shows what is known, and null for what is not', async () => {
    const { status, body } = await api.get(`/api/domains/${DOMAIN}/summary`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      success: true,
      domain: DOMAIN,
      domain_id: id,
      data_tier: 'prospect',
      onboard_status: 'complete',
      onboard_error: null,
      backlinks_count: 1_000,
      referring_domains_count: 100,
      ranked_keywords_count: 777,
      rank: 42,
      spam_score: 7,
      year_week: '202547',
      sources: { backlinks: 'snapshot', referring_domains: 'snapshot', ranked_keywords: 'provider_total' },
      readings: {
        backlinks: { read_at: FETCHED, as_of: '2025-11-20', rows: null, cost_usd: 0.02 },
        referring_domains: { read_at: FETCHED, as_of: '2025-11-20', rows: null, cost_usd: 0.02 },
        ranked_keywords: { read_at: FETCHED, as_of: null, rows: 5, cost_usd: 0.06 },
        rank: { read_at: FETCHED, as_of: '2025-11-20', rows: null, cost_usd: 0.02 },
      },
      missing: ['properties'],
      last_updated: FETCHED,
      properties: [
        {
          kind: 'social',
          platform: 'x',
          handle: null,
          url: 'https://x.com/example',
          found_in: [],
          first_seen: FETCHED,
          last_seen: FETCHED,
        },
      ],
    });
    const fresh = (await api.get('/api/domains/fresh.org/summary')).body;
    assert.deepEqual(
      [fresh.domain_id, fresh.onboard_status, fresh.backlinks_count, fresh.referring_domains_count, fresh.ranked_keywords_count],
      [freshId, 'pending', null, null, null],
    );
    assert.deepEqual([fresh.last_updated, fresh.year_week, fresh.missing.length], [null, null, 6]);
    assert.deepEqual(fresh.sources, { backlinks: null, referring_domains: null, ranked_keywords: null });
  });

  await t.test('ranked keywords are filtered, sorted and paged', async () => {
    const list = async (query = '') => (await api.get(`/api/domains/${DOMAIN}/keywords${query}`)).body;
    const names = async (query: string): Promise<string[]> => (await list(query)).keywords.map((row: { keyword: string }) => row.keyword);

    const all = await list();
    assert.deepEqual([all.total, all.count, all.pagination], [4, 4, { limit: 100, offset: 0, has_more: false, total: 4 }]);
    const [first] = all.keywords;
    assert.deepEqual(
      [
        first.keyword,
        first.rank,
        first.position,
        first.rank_absolute,
        first.previous_rank_absolute,
        first.change,
        first.volume,
        first.search_volume,
      ],
      ['running shoes', 3, 3, 3, 5, 2, 900, 900],
    );
    assert.deepEqual([first.url, first.first_seen, first.checked_at], ['https://example.com/x', FETCHED, null]);
    assert.deepEqual(all.fetches, [
      {
        location_code: 2840,
        language_code: 'en',
        status: 'complete',
        rows_fetched: 5,
        rows_total: 777,
        fetched_at: FETCHED,
        cost_usd: 0.06,
      },
    ]);

    assert.deepEqual(await names(''), ['running shoes', 'laufschuhe', 'Shoes 100%', 'trail shoes']);
    assert.deepEqual(await names('?order=asc'), ['Shoes 100%', 'laufschuhe', 'running shoes', 'trail shoes']);
    assert.deepEqual(await names('?sort=position'), ['Shoes 100%', 'running shoes', 'laufschuhe', 'trail shoes']);
    assert.deepEqual(await names('?sort=estimated_traffic'), ['running shoes', 'Shoes 100%', 'trail shoes', 'laufschuhe']);
    assert.deepEqual(await names('?search=SHOES&item_type=organic'), ['running shoes', 'Shoes 100%']);
    assert.deepEqual(await names(`?search=${encodeURIComponent('100%')}`), ['Shoes 100%']);
    assert.deepEqual(await names('?location_code=2276&language_code=de'), ['laufschuhe']);
    assert.deepEqual(await names('?location_code=2276&language_code=en'), []);
    const page = await list('?limit=2&offset=1&sort=keyword');
    assert.deepEqual([page.count, page.pagination], [2, { limit: 2, offset: 1, has_more: true, total: 4 }]);

    const fresh = await api.get('/api/domains/fresh.org/keywords');
    assert.deepEqual([fresh.status, fresh.body.keywords, fresh.body.fetches], [200, [], []]);
  });

  await t.test('the status shows how far each part has come', async () => {
    const { body } = await api.get(`/api/admin/domains/status?domain=${DOMAIN}`);
    assert.deepEqual(
      [body.domain, body.domain_id, body.onboard_status, body.onboard_started_at, body.onboard_completed_at, body.workflow_id],
      [DOMAIN, id, 'completed', FETCHED_AT.getTime(), FETCHED_AT.getTime(), 'wf_made'],
    );
    assert.deepEqual(body.fetch_timestamps, { backlinks: FETCHED, keywords: FETCHED, summary: FETCHED, referring_domains: FETCHED });
    assert.deepEqual(body.stats, { backlinks: 12, urls_total: 12, urls_classified: 5, keywords: 4, has_summary: true });
    assert.deepEqual(body.classification, {
      domain_type: null,
      channel_bucket: null,
      classification_source: null,
      classification_confidence: null,
    });
    assert.deepEqual(body.missing, ['properties']);
    const [backlinks] = body.progress;
    assert.deepEqual(
      [backlinks.part, backlinks.status, backlinks.rows_fetched, backlinks.rows_wanted, backlinks.rows_total, backlinks.location_code],
      ['backlinks', 'complete', 100, 100, 5_000, null],
    );
    const fresh = (await api.get('/api/admin/domains/status?domain=fresh.org')).body;
    assert.deepEqual([fresh.onboard_status, fresh.progress, fresh.stats.has_summary], ['pending', [], false]);
  });

  await t.test('the records of known domains are read and listed', async () => {
    const { body } = await api.get(`/api/admin/domains?domain=${DOMAIN}&onboard_status=failed`);
    assert.deepEqual(
      [body.id, body.domain, body.backlinks_count, body.keywords_fetched_at, body.onboard_status, body.last_classified_at, body.total],
      [id, DOMAIN, 1_000, FETCHED, 'complete', null, 1],
    );
    const { success: _success, domains, count: _count, total: _total, pagination: _pagination, ...own } = body;
    assert.deepEqual(domains, [own]);
    const names = async (query: string): Promise<string[]> =>
      (await api.get(`/api/admin/domains?${query}`)).body.domains.map((row: { domain: string }) => row.domain);
    assert.deepEqual(await names(''), [DOMAIN, 'fresh.org']);
    assert.deepEqual(await names('search=FRESH'), ['fresh.org']);
    assert.deepEqual(await names('search=%25'), []);
    assert.deepEqual(await names('onboard_status=pending'), ['fresh.org']);
    assert.deepEqual(await names('data_tier=customer'), []);
    assert.deepEqual(await names('limit=1&offset=1'), ['fresh.org']);
    const unknown = await api.get('/api/admin/domains?domain=unknown.org');
    assert.deepEqual([unknown.status, unknown.body.error], [404, 'Domain not found']);
  });

  await t.test('a bound key sees the websites of its own projects, and nothing of the admin endpoints', async () => {
    const project = async (organization: string): Promise<string> =>
      (await api.post('/api/projects', { name: 'Shop', organization_id: organization })).body.project_id;
    const [ours, other, theirs] = [await project('org_ours'), await project('org_ours'), await project('org_theirs')];
    await makeWebsite(stores.postgres, { projectId: ours, domainId: id, domain: DOMAIN });
    const reads = [`/api/domains/${DOMAIN}/summary`, `/api/domains/${DOMAIN}/keywords`];
    const see = async (key: ReturnType<typeof withKey>): Promise<unknown[]> =>
      await Promise.all(reads.map(async (path) => (await key.get(path)).body.error ?? 200));

    assert.deepEqual(await see(withKey({ organizationId: 'org_ours' })), [200, 200]);
    assert.deepEqual(await see(withKey({ organizationId: 'org_ours', projectId: ours })), [200, 200]);
    for (const key of [
      withKey({ organizationId: 'org_theirs' }),
      withKey({ organizationId: 'org_ours', projectId: other }),
      withKey({ organizationId: 'org_theirs', projectId: theirs }),
    ])
      assert.deepEqual(await see(key), ['Domain not found', 'Domain not found']);

    const admin = withKey({ organizationId: 'org_ours', scopes: ['admin'] });
    const refused = [
      await admin.get(`/api/admin/domains?domain=${DOMAIN}`),
      await admin.get('/api/admin/domains'),
      await admin.get(`/api/admin/domains/status?domain=${DOMAIN}`),
      await admin.get('/api/admin/domains/classification-failures'),
      await admin.post('/api/admin/domains/onboard', { domain: DOMAIN, project_id: ours }),
      await admin.post('/api/admin/domains/queue-classification', { domain: DOMAIN }),
      await admin.post('/api/admin/domains/reclassify-all', { domain: DOMAIN }),
    ];
    for (const answer of refused) assert.deepEqual([answer.status, answer.body.error], [403, 'Forbidden']);
    assert.equal((await withKey({}).get('/api/admin/domains')).status, 403);
  });

  await t.test('counts of a domain without a snapshot are those of its fetches, and what is stored where these are missing', async () => {
    await makeFetches(stores.postgres, freshId, [
      { part: 'backlinks', total: 0 },
      { part: 'keywords', location: 2840, language: 'en', fetched: 2 },
    ]);
    await makeKeywords(stores.postgres, freshId, [{ keyword: 'a' }, { keyword: 'b' }, { keyword: 'c', isLost: true }]);
    const { body } = await api.get('/api/domains/fresh.org/summary');
    assert.deepEqual([body.backlinks_count, body.referring_domains_count, body.ranked_keywords_count], [0, null, 2]);
    assert.deepEqual(body.sources, { backlinks: 'provider_total', referring_domains: null, ranked_keywords: 'stored_rows' });
  });
});

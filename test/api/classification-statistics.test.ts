import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAreaServer } from '../support/area-server.ts';
import { makeClassification, makeUrl } from '../support/classified-rows.ts';
import { FETCHED_AT, makeDomain } from '../support/domain-rows.ts';

const BROWSE = '/api/admin/urls/browse';

test('statistics and lists of what was classified', async (t) => {
  const { api, withKey, stores } = await startAreaServer(t);
  const sql = stores.postgres;
  const domainId = await makeDomain(sql, 'mine.com');
  await makeDomain(sql, 'other.com');
  await sql.query(
    `update domains set tier1_type = 'information', domain_type = 'news', classification_source = 'rules', classification_confidence = 90
     where id = $1`,
    [domainId],
  );
  const ids = [
    await makeUrl(sql, 'https://mine.com/a', { page_type: 'article', spam_tier: 'clean', confidence: 95, source: 'rules' }),
    await makeUrl(sql, 'https://mine.com/B-Page', { page_type: 'article', confidence: 60, source: 'rules_vectorize' }),
    await makeUrl(sql, 'https://linking.com/c', { page_type: 'product_page', confidence: 40, source: 'llm' }),
    await makeUrl(sql, 'https://linking.com/d'),
  ];
  await sql.query(
    `insert into backlinks (domain_id, link_hash, url_hash, domain_from, url_from, url_to, item_type, is_dofollow, is_broken, our_first_seen, our_last_seen)
     select $1, url_hash, url_hash, domain, url, 'https://mine.com/', 'anchor', true, false, $2, $2 from urls where url = 'https://linking.com/c'`,
    [domainId, FETCHED_AT],
  );
  const browse = async (query: string) => {
    const { body } = await api.get(`${BROWSE}?${query}`);
    return body.urls.map(({ id }: { id: number }) => ids.indexOf(id));
  };

  await t.test('the statistics count what is there', async () => {
    const { summary, distributions } = (await api.get('/api/admin/classification-stats')).body;
    assert.deepEqual(summary.urls, {
      total: 4,
      classified: 3,
      crawled: 0,
      avg_confidence: 65,
      low_confidence: 2,
      high_confidence: 1,
      coverage_pct: 75,
    });
    assert.deepEqual(summary.domains, { total: 2, classified: 1, typed: 1, avg_confidence: 90, coverage_pct: 50 });
    assert.deepEqual(distributions.url_sources, { llm: 1, rules: 1, rules_vectorize: 1, unknown: 1 });
    assert.deepEqual(distributions.page_types, { article: 2, product_page: 1, unknown: 1 });
    assert.deepEqual([distributions.confidence['90-100'], distributions.confidence['60-69'], distributions.confidence['40-49']], [1, 1, 1]);
  });

  await t.test('by source, and by domain with the pages that link to it', async () => {
    const bySource = (await api.get('/api/admin/classification-stats?source=llm')).body.summary;
    assert.deepEqual([bySource.urls.total, bySource.domains.total], [1, 0]);
    const ofDomain = (await api.get(`/api/admin/classification-stats?domain_id=${domainId}`)).body.summary;
    assert.deepEqual([ofDomain.urls.total, ofDomain.domains.total], [3, 1]);
    assert.equal((await api.get('/api/admin/classification-stats?domain_id=999999')).status, 404);
  });

  await t.test('of domains, and of the classifier', async () => {
    const domains = (await api.get('/api/admin/classifier/domain-stats')).body;
    assert.deepEqual([domains.total, domains.tier1_types, domains.domain_types.news], [2, { information: 1, unknown: 1 }, 1]);
    const stats = (await api.get('/api/admin/classifier/stats')).body;
    assert.deepEqual([stats.urls.total, stats.domains.total, stats.corrections], [4, 2, { total: 0, pending: 0 }]);
  });

  await t.test('pages are browsed by every filter, in a stable order', async () => {
    assert.deepEqual(await browse(''), [3, 2, 1, 0]);
    assert.deepEqual(await browse('order=asc'), [0, 1, 2, 3]);
    assert.deepEqual(await browse('sort=confidence'), [0, 1, 2, 3]);
    assert.deepEqual(await browse('sort=confidence&order=asc'), [3, 2, 1, 0]);
    assert.deepEqual(await browse('sort=url'), [2, 3, 1, 0]);
    assert.deepEqual(await browse('dimension=page_type&value=article'), [1, 0]);
    assert.deepEqual(await browse('dimension=page_type&value=unknown'), [3]);
    assert.deepEqual(await browse('dimension=spam_tier&value=clean'), [0]);
    assert.deepEqual(await browse('search=b-pAGE'), [1]);
    assert.deepEqual(await browse(`domain_id=${domainId}`), [2, 1, 0]);
    assert.deepEqual(await browse(`domain_id=${domainId}&dimension=page_type&value=article&search=/a`), [0]);
    const { pagination } = (await api.get(`${BROWSE}?limit=2&offset=1`)).body;
    assert.deepEqual(pagination, { limit: 2, offset: 1, has_more: true, total: 4 });
    assert.deepEqual(await browse('limit=2&offset=1'), [2, 1]);
  });

  await t.test('what cannot be browsed is 400 or 404, and bound keys see nothing of it', async () => {
    for (const query of [
      'value=article',
      'dimension=colour',
      'sort=size',
      'order=up',
      'limit=201',
      'limit=0',
      'offset=-1',
      'domain_id=x',
    ]) {
      assert.equal((await api.get(`${BROWSE}?${query}`)).status, 400, query);
    }
    assert.equal((await api.get(`${BROWSE}?domain_id=999999`)).status, 404);
    const bound = withKey({ scopes: ['read', 'admin'], organizationId: 'org_a' });
    for (const path of [
      BROWSE,
      '/api/admin/classification-stats',
      '/api/admin/classifier/url-samples',
      '/api/admin/classifier/corrections/patterns',
    ]) {
      assert.equal((await bound.get(path)).status, 403, path);
    }
  });

  await t.test('unsure pages are sampled, the least sure first', async () => {
    const sample = async (query: string) => {
      const { body } = await api.get(`/api/admin/classifier/url-samples${query}`);
      return body.urls.map(({ id }: { id: number }) => ids.indexOf(id));
    };
    assert.deepEqual(await sample(''), [2, 1]);
    assert.deepEqual(await sample('?max_confidence=50'), [2]);
    assert.equal((await api.get('/api/admin/classifier/url-samples?max_confidence=101')).status, 400);
  });

  await t.test('shipped examples and sure domains fill the index, a second time without doubles', async () => {
    await makeClassification(sql, 'domain', {
      subject: 'sure.com',
      labels: { domain_type: 'blog', tier1_type: 'information' },
      confidence: 91,
    });
    await makeClassification(sql, 'domain', { subject: 'unsure.com', labels: { domain_type: 'blog' }, confidence: 60 });
    assert.equal((await api.post('/api/admin/classifier/bulk-load-vectorize?min_confidence=101')).status, 400);
    const seeds = (await api.post('/api/admin/classifier/init-vectorize')).body;
    assert.ok(seeds.by_kind.keyword > 100, JSON.stringify(seeds));
    assert.equal((await api.post('/api/admin/classifier/bulk-load-vectorize?min_confidence=80')).body.loaded, 1);
    const before = (await api.get('/api/admin/classifier/stats')).body.examples;
    assert.deepEqual([before.domain.learned, before.keyword.seed], [1, seeds.by_kind.keyword]);
    await api.post('/api/admin/classifier/init-vectorize');
    assert.deepEqual((await api.get('/api/admin/classifier/stats')).body.examples, before);
  });
});

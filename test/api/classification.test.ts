import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const FREE = { skip_fetch: true, skip_llm: true };

test('classification by the API', async (t) => {
  const { api, sandbox } = await startTestApp(t);
  const countCalls = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.total;

  await t.test('a page has the labels of its domain and its own, each with its reasons', async () => {
    const before = await countCalls();
    const { status, body } = await api.post('/api/admin/classifier/classify', { url: 'https://www.bbc.co.uk/news/world-1', ...FREE });
    assert.equal(status, 200);
    assert.deepEqual([body.url, body.domain], ['https://www.bbc.co.uk/news/world-1', 'bbc.co.uk']);
    assert.deepEqual([body.classification.tier1_type, body.classification.domain_type], ['information', 'news']);
    assert.equal(body.classification.page_type, body.verdicts.page_type.label);
    assert.ok(body.verdicts.page_type.evidence.length > 0);
    assert.deepEqual(
      body.stages_completed,
      body.stages_run.map((one: { stage: string }) => one.stage),
    );
    assert.equal(body.cost, 0);
    assert.equal(await countCalls(), before, 'nothing outside was called');
  });

  await t.test('a second request is answered from the cache, and a workflow answers the same', async () => {
    const url = 'https://docs.example.org/guide/install';
    const first = await api.post('/api/admin/classifier/classify', { url, options: FREE });
    const second = await api.post('/api/admin/classifier/classify', { url, options: FREE });
    assert.deepEqual([first.body.cached, second.body.cached, second.body.source], [false, true, 'cache']);
    assert.deepEqual(second.body.verdicts, first.body.verdicts);
    const byWorkflow = await api.post('/api/admin/classifier/classify', { url, use_workflow: true, ...FREE });
    assert.equal(byWorkflow.status, 200);
    assert.deepEqual(byWorkflow.body.verdicts, first.body.verdicts);
    const instance = await api.get(`/api/admin/workflow/url-classify/${byWorkflow.body.workflow_id}`);
    assert.equal(instance.body.status, 'completed');
  });

  await t.test('what is missing is named as the specification says', async () => {
    const errors = await Promise.all([
      api.post('/api/admin/classifier/classify', {}),
      api.post('/api/admin/classifier/domain', {}),
      api.get('/api/admin/classifier/domain/never-seen-before.com'),
    ]);
    assert.deepEqual(
      errors.map(({ status, body }) => [status, body.error]),
      [
        [400, 'url is required'],
        [400, 'domain is required'],
        [404, 'Domain not found'],
      ],
    );
  });

  await t.test('a domain is kept, and found by both forms of the address', async () => {
    const { body } = await api.post('/api/admin/classifier/domain', { domain: 'https://www.harvard.edu/about', ...FREE });
    assert.deepEqual(
      [body.domain, body.classification.tier1_type, body.classification.domain_type],
      ['harvard.edu', 'institutional', 'edu'],
    );
    for (const path of ['domain/harvard.edu', 'domain?domain=harvard.edu']) {
      const kept = await api.get(`/api/admin/classifier/${path}`);
      assert.deepEqual([kept.status, kept.body.cached, kept.body.classification], [200, true, body.classification]);
    }
  });

  await t.test('a thousand domains go to the queue, and each is there at the end', async () => {
    const domains = Array.from({ length: 250 }, (_none, at) => `shop-${at}.example.com`);
    const { status, body } = await api.post('/api/admin/classifier/domains', { domains: [...domains, domains[0]], ...FREE });
    assert.deepEqual([status, body.queued, body.messages, body.queue], [202, 250, 3, 'domain-classification']);
    for (const url of body.status_urls) {
      const ended = await api.get(`${url}?wait=true`);
      assert.ok(['queued', 'running', 'completed'].includes(ended.body.status));
    }
  });

  await t.test('a keyword has its intent, and is branded only for those whose brand it names', async () => {
    const ask = async (more: object) =>
      (await api.post('/api/admin/classify-keyword', { keyword: 'Buy  Zorblax shoes online', ...more, skip_llm: true })).body;
    const [plain, own] = [await ask({}), await ask({ brands: ['Zorblax'] })];
    assert.deepEqual(
      [plain.keyword, plain.classification.intent_type, plain.classification.type],
      ['buy zorblax shoes online', 'transactional', 'transactional'],
    );
    assert.deepEqual([plain.classification.branded, own.classification.branded, own.classification.has_brand_mention], [false, true, true]);
  });

  await t.test('rules alone answer without a store', async () => {
    const { body } = await api.post('/api/admin/classifier/classify-rules', { urls: ['https://github.com/nodejs/node', 'https://a.edu/'] });
    assert.equal(body.count, 2);
    assert.ok(body.results[0].stages_run.every((stage: string) => ['rules', 'similarity'].includes(stage)));
  });

  await t.test('every vocabulary has a definition for every label', async () => {
    const { body } = await api.get('/api/admin/classifier/vocabularies');
    const dimensions = body.vocabularies.map(({ dimension }: { dimension: string }) => dimension);
    assert.ok(dimensions.includes('tier1_type') && dimensions.includes('page_type'));
    for (const { labels } of body.vocabularies) for (const { definition } of labels) assert.ok(definition.length > 0);
  });
});

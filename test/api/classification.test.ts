import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

interface Linking {
  readonly referring_domain: string;
  readonly domain_type: string | null;
  readonly media_type: string | null;
  readonly backlinks_count: number;
}

const WAIT_MS = 120_000;
/** The measured share of right labels of the free stages is above it (docs/classification.md). */
const RIGHT_MIN = 0.75;
const COUNTED = { count_news: 'news', count_blogs: 'blog', count_ecommerce: 'ecommerce', count_forums: 'forum', count_social: 'social' };
const FREE = { skip_fetch: true, skip_llm: true };

test('classification by the API', async (t) => {
  const { api, sandbox, app } = await startTestApp(t);
  const { context } = app;
  const readTruth = async (domain: string): Promise<string> =>
    (await sandbox.get(`/_sandbox/truth/classification?domain=${encodeURIComponent(domain)}`)).body.domain_type;
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

  await t.test('a page has a topic of two levels and a site what it is made with, or each says why not', async () => {
    const classify = async (url: string) => (await api.post('/api/admin/classifier/classify', { url, ...FREE })).body.classification;
    const loans = await classify('https://acme.myshopify.com/personal-loans/debt-consolidation');
    assert.deepEqual(
      [loans.topic, loans.topic_reason, loans.domain_tech_type, loans.domain_tech_type_reason],
      ['/Finance/Credit & Lending', null, 'shop_system', null],
    );
    const bare = await classify('https://grovelane.com/about-us');
    assert.deepEqual(
      [bare.topic, bare.topic_reason, bare.domain_tech_type, bare.domain_tech_type_reason],
      [
        null,
        'its address names no topic surely enough, and it was not read',
        null,
        'no platform is known by its name, and no page of it was read',
      ],
    );
    const corrected = await api.post('/api/admin/classifier/corrections', {
      entity_type: 'url',
      entity_id: 'https://grovelane.com/about-us',
      topic: '/home & garden/home furniture',
    });
    assert.equal(corrected.body.classification.topic, '/Home & Garden/Home Furniture', JSON.stringify(corrected.body));
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

  await t.test('a host that does not answer is said to be gone, and asked again after an hour', async () => {
    const { body: world } = await sandbox.get('/_sandbox/world');
    const dead = world.linking_sites.find(({ property_type: type }: { property_type: string }) => type === 'dead').domain;
    const { body } = await api.post('/api/admin/classifier/domain', { domain: dead, skip_llm: true });
    assert.deepEqual(
      [body.source, body.skipped, body.skip_reason, body.cost],
      ['skipped_domain_unavailable', true, 'domain_unavailable', 0],
    );
    const { rows } = await context.postgres.query<{ left: number }>(
      `select extract(epoch from cached_until - now()) / 60 as left from classifications where subject = $1`,
      [dead],
    );
    assert.ok(Number(rows[0]?.left) > 50 && Number(rows[0]?.left) <= 61, `${rows[0]?.left} minutes`);
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

  await t.test('many domains go to the queue, and each is there at the end', async () => {
    const domains = Array.from({ length: 250 }, (_none, at) => `shop-${at}.example.com`);
    const { status, body } = await api.post('/api/admin/classifier/domains', { domains: [...domains, domains[0]], ...FREE });
    assert.deepEqual([status, body.queued, body.messages, body.queue], [202, 250, 3, 'domain-classification']);
    for (const id of body.workflow_ids) await context.workflows.waitFor(id, WAIT_MS);
    const found = await Promise.all(domains.map((domain) => api.get(`/api/admin/classifier/domain/${domain}`)));
    assert.ok(found.every((one) => one.status === 200));
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

  await t.test('what a budget keeps from the language model is named, reviewed and asked again tomorrow', async () => {
    await api.put('/api/admin/config', { budgets: { llm_daily_usd: 0 } });
    const one = await api.post('/api/admin/classifier/domain', { domain: 'grovelane.com', options: { skip_fetch: true } });
    assert.deepEqual(
      [one.status, one.body.skipped, one.body.skip_reason, one.body.needs_review],
      [200, true, 'daily_budget_exceeded', true],
    );
    const domains = ['nasa.gov', 'ovalpath.com', 'bbc.co.uk'];
    const queued = await api.post('/api/admin/classifier/domains', { domains, skip_fetch: true });
    const [workflowId] = queued.body.workflow_ids;
    const { output } = (await context.workflows.waitFor<any>(workflowId, WAIT_MS)) ?? {};
    assert.deepEqual(output.skipped_items, [{ item: 'ovalpath.com', reason: 'daily_budget_exceeded' }]);
    assert.deepEqual([output.total, output.skipped, output.skip_reason], [3, true, 'daily_budget_exceeded']);
    const { rows } = await context.postgres.query<{ inputs: string }>(
      `select i.inputs from dbos.workflow_status w join dbos.workflow_input i using (workflow_uuid) where w.name = 'llm-reverify'`,
    );
    assert.ok(rows.some(({ inputs }) => inputs.includes('ovalpath.com')));
    await api.put('/api/admin/config', { budgets: { llm_daily_usd: 50 } });
  });

  await t.test('the language model is asked about what nothing else knows, and once', async () => {
    const countAsked = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.by_endpoint['/v1/chat/completions'] ?? 0;
    const before = await countAsked();
    const ask = async () => await api.post('/api/admin/classifier/domain', { domain: 'kesselrun.net', skip_fetch: true });
    const first = await ask();
    const asked = (await countAsked()) - before;
    assert.ok(asked >= 1);
    assert.ok(first.body.stages_completed.includes('llm'));
    assert.ok(first.body.cost > 0);
    const second = await ask();
    assert.deepEqual([second.body.cached, second.body.cost, (await countAsked()) - before], [true, 0, asked]);
  });

  await t.test('an onboarding ends with the domains that link classified, and the week has their counts', async () => {
    const domain = 'invoicenest.com';
    const begun = await api.post('/api/admin/domains/onboard', { domain, skip_keywords: true });
    await context.workflows.waitFor(begun.body.workflow_id, WAIT_MS);
    const { rows: sent } = await context.postgres.query<{ id: string }>(
      `select workflow_uuid as id from dbos.workflow_status where name = 'referring-domain-classify'`,
    );
    for (const { id } of sent) await context.workflows.waitFor(id, WAIT_MS);
    const { referring_domains: linking } = (await api.get(`/api/admin/referring-domains/list?target=${domain}&limit=200`)).body;
    assert.ok(linking.length >= 50);
    const truths = await Promise.all(linking.map((one: Linking) => readTruth(one.referring_domain)));
    const right = linking.filter((one: Linking, at: number) => one.domain_type === truths[at]);
    assert.ok(right.length / linking.length >= RIGHT_MIN, `${right.length} of ${linking.length} are right`);

    const { summary } = (await api.get(`/api/admin/referring-domains/summary?target=${domain}`)).body;
    const sum = (rows: readonly Linking[]): number => rows.reduce((total, row) => total + row.backlinks_count, 0);
    const wrongLinks = sum(linking) - sum(right);
    const { classified } = summary;
    assert.deepEqual([classified.domains_read, classified.domains_classified], [linking.length, linking.length]);
    for (const [field, type] of Object.entries(COUNTED)) {
      const counted = sum(linking.filter((one: Linking) => one.domain_type === type));
      const truth = sum(linking.filter((_one: Linking, at: number) => truths[at] === type));
      assert.equal(classified[field], counted, field);
      assert.ok(Math.abs(classified[field] - truth) <= wrongLinks, `${field}: ${classified[field]}, in truth ${truth}`);
    }
    const ofMedia = ['count_owned', 'count_earned', 'count_paid', 'count_shared'].map((field) => classified[field]);
    assert.equal(
      ofMedia.reduce((total, count) => total + count, 0),
      sum(linking.filter((one: Linking) => one.media_type !== null)),
    );
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const FREE = { skip_fetch: true, skip_llm: true };

test('what operators classify or correct is known from then on, in a tier of its own', async (t) => {
  const { api } = await startTestApp(t);
  const browse = async (query = 'data_tier=classified') => (await api.get(`/api/admin/urls/browse?${query}`)).body.urls;
  const listDomains = async (query = 'data_tier=classified') => (await api.get(`/api/admin/domains?${query}`)).body.domains;
  const names = async (): Promise<string[]> => (await listDomains()).map(({ domain }: { domain: string }) => domain);

  await t.test('a page, by a request and by a workflow, once', async () => {
    const url = 'https://www.oak-ledger.com/pricing';
    const first = await api.post('/api/admin/classifier/classify', { url, ...FREE });
    await api.post('/api/admin/classifier/classify', { url, ...FREE });
    await api.post('/api/admin/classifier/classify', { url, use_workflow: true, ...FREE });
    const [page, ...others] = await browse();
    assert.equal(others.length, 0);
    assert.deepEqual(
      [page.url, page.domain, page.data_tier, page.page_type, page.confidence],
      [first.body.url, 'oak-ledger.com', 'classified', 'pricing_page', first.body.verdicts.page_type.confidence],
    );
    const corrected = await api.post('/api/admin/classifier/corrections', { url_id: page.id, corrected_page_type: 'product_page' });
    assert.equal(corrected.status, 200);
    assert.deepEqual(
      (await browse('data_tier=classified&dimension=page_type&value=product_page')).map(({ id }: { id: number }) => id),
      [page.id],
    );
    assert.deepEqual(await names(), [], 'its host was not asked about');
  });

  await t.test('domains, one and many', async () => {
    await api.post('/api/admin/classifier/domain', { domain: 'oak-ledger.com', ...FREE });
    await api.post('/api/admin/classifier/domain', { domain: 'elm-ledger.com', use_workflow: true, ...FREE });
    const queued = await api.post('/api/admin/classifier/domains', { domains: ['ash-ledger.com', 'oak-ledger.com'], ...FREE });
    assert.equal(queued.status, 202);
    await api.post('/api/admin/classifier/domain', { domain: 'yew-ledger.com', dry_run: true });
    assert.deepEqual(await names(), ['ash-ledger.com', 'elm-ledger.com', 'oak-ledger.com']);
    const oak = (await listDomains('domain=oak-ledger.com'))[0];
    assert.deepEqual([oak.onboard_status, oak.workflow_id, typeof oak.classification_confidence], ['pending', null, 'number']);
  });

  await t.test('what is corrected without ever having been classified, with the labels that it had', async () => {
    const correction = { entity_type: 'domain', entity_id: 'fir-ledger.com', property_type: 'forum' };
    const { body } = await api.post('/api/admin/classifier/corrections', correction);
    const [record] = await listDomains('domain=fir-ledger.com');
    assert.deepEqual(
      [record.data_tier, record.domain_type, record.tier1_type, record.classification_source, body.entity_id],
      ['classified', 'forum', 'community', 'human_feedback', String(record.id)],
    );
    const again = await api.post('/api/admin/classifier/corrections', correction);
    assert.equal(again.body.corrections[0].id, body.corrections[0].id, 'the same correction is the first one');
    const history = await api.get('/api/admin/classifier/corrections/history/domain/fir-ledger.com');
    assert.deepEqual([history.body.total, history.body.history[0].times], [1, 2]);

    const url = 'https://fir-ledger.com/a-b-c';
    await api.post('/api/admin/classifier/corrections', { entity_type: 'url', entity_id: url, page_type: 'case_study' });
    const page = (await browse()).find((one: { url: string }) => one.url === url);
    assert.deepEqual([page.page_type, page.confidence, typeof page.structural_type], ['case_study', 100, 'string']);
  });

  await t.test('more that is asked of it ends the tier, and what was known keeps its own', async () => {
    const dry = await api.post('/api/admin/domains/onboard', { domain: 'elm-ledger.com', dry_run: true });
    assert.ok(dry.body.estimate.calls > 0, 'an onboarding finds nothing fetched');
    assert.ok((await names()).includes('elm-ledger.com'));
    await api.post('/api/admin/domains/onboard', { domain: 'elm-ledger.com' });
    assert.ok(!(await names()).includes('elm-ledger.com'));
    assert.equal((await listDomains('domain=elm-ledger.com'))[0].data_tier, 'prospect');
    await api.post('/api/admin/classifier/domain', { domain: 'elm-ledger.com', ...FREE });
    assert.equal((await listDomains('domain=elm-ledger.com'))[0].data_tier, 'prospect');
  });
});

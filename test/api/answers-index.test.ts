import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWatcher } from '../support/answers-world.ts';
import { startTestApp } from '../support/app.ts';

const PATH = '/v3/ai_optimization/llm_mentions/search/live';

test("the provider's index of answers", async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const { projectId } = await makeWatcher(app, 'org_index', ['What is the best invoicing software?']);
  const stranger = await app.withKey({ scopes: ['read', 'write'], organization_id: 'org_other' });
  const { brands } = (await api.get(`/api/answers/brands?project_id=${projectId}`)).body;
  const idOf = (name: string): string => brands.find((brand: any) => brand.name === name).id;
  const listCalls = async (): Promise<any[]> =>
    (await sandbox.get('/_sandbox/calls')).body.entries.filter(({ path }: any) => path === PATH);
  const lookUp = (body: object) => api.post('/api/answers/index', { project_id: projectId, ...body });
  const cites = { targets: [{ domain: 'invoicenest.com' }], limit: 50 };

  await t.test('its price is asked before, and nothing is called', async () => {
    const { status, body } = await lookUp({ ...cites, dry_run: true });
    assert.deepEqual([status, body.estimate.calls, body.estimate.cost_usd], [200, 1, 0.015]);
    assert.equal((await listCalls()).length, 0);
  });

  await t.test('what cites us comes as the provider has it, at its price, and is no sample of ours', async () => {
    const { status, body } = await lookUp(cites);
    assert.equal(status, 200, JSON.stringify(body));
    const [call] = await listCalls();
    assert.deepEqual([body.source, body.platform, body.cached, body.cost], ['provider_index', 'google', false, call.cost_usd]);
    assert.ok(body.count > 0 && body.count <= 50 && body.total >= body.count);
    assert.equal(body.cost.toFixed(6), (0.01 + body.count * 0.0001).toFixed(6));
    assert.ok(body.rows.every(({ cited }: any) => cited.includes(idOf('Invoice Nest'))));
    const volumes = body.rows.map(({ ai_search_volume: volume }: any) => volume ?? 0);
    assert.deepEqual(
      volumes,
      volumes.toSorted((one: number, other: number) => other - one),
    );
    const urls = new Map<string, number>();
    for (const { sources } of body.rows)
      for (const url of new Set<string>(sources.map((one: any) => one.url))) urls.set(url, (urls.get(url) ?? 0) + 1);
    for (const { url, answers, owner } of body.pages) {
      assert.equal(answers, urls.get(url), url);
      if (new URL(url).hostname.endsWith('invoicenest.com')) assert.equal(owner, 'own');
    }
    assert.equal((await api.get(`/api/answers/samples?project_id=${projectId}`)).body.total, 0);
    assert.deepEqual((await api.get(`/api/answers/summary?project_id=${projectId}`)).body.groups, []);
    const { rows } = await app.stores.postgres.query<{ usd: number }>(
      `select sum(cost_usd) as usd from api_costs where service = 'provider_answer_index' and project_id = $1`,
      [projectId],
    );
    assert.equal(rows[0]?.usd, body.cost);
  });

  await t.test('the same, or fewer rows of it, serve for a day without cost', async () => {
    assert.equal((await lookUp({ ...cites, limit: 3, dry_run: true })).body.estimate.calls, 0);
    const { body } = await lookUp({ ...cites, limit: 3 });
    assert.deepEqual([body.cached, body.cost, body.count], [true, 0, 3]);
    assert.equal((await listCalls()).length, 1);
  });

  await t.test('answers with a rival and without us: each names the one and not the other', async () => {
    const targets = [{ keyword: 'Ledger Wise' }, { domain: 'invoicenest.com', exclude: true }];
    const { body } = await lookUp({ targets, platform: 'chat_gpt' });
    assert.ok(body.count > 0);
    for (const { text, cited } of body.rows) {
      assert.ok(!cited.includes(idOf('Invoice Nest')));
      if (text.length < 1_000) assert.match(text, /ledger wise/iu);
    }
    assert.ok(body.rows.some(({ named }: any) => named.includes(idOf('Ledger Wise'))));
  });

  await t.test('what the index does not hold is refused before it is asked', async () => {
    const calls = (await listCalls()).length;
    const german = await lookUp({ ...cites, platform: 'chat_gpt', location_code: 2276, language_code: 'de' });
    assert.deepEqual([german.status, german.body.details.map(({ path }: any) => path)], [400, ['location_code', 'language_code']]);
    const wrong = [
      { targets: [] },
      { targets: [{ domain: 'a.com', keyword: 'a' }] },
      { targets: [{ domain: 'a.com', exclude: true }] },
      { targets: Array.from({ length: 11 }, (_none, at) => ({ domain: `a${at}.com` })) },
      { ...cites, limit: 1_001 },
    ];
    for (const body of wrong) assert.equal((await lookUp(body)).status, 400, JSON.stringify(body));
    assert.equal((await stranger.post('/api/answers/index', { project_id: projectId, ...cites })).status, 404);
    assert.equal((await listCalls()).length, calls);
  });

  await t.test('without room in a budget nothing is asked', async () => {
    const calls = (await listCalls()).length;
    await api.put('/api/admin/config', { budgets: { project_monthly_usd: 0 } });
    assert.equal((await lookUp({ targets: [{ domain: 'ledgerwise.app' }] })).status, 402);
    assert.equal((await listCalls()).length, calls);
  });
});

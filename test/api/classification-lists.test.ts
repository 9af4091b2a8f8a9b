import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The measured share of right labels of the free stages is above it (docs/classification.md). */
const RIGHT_MIN = 0.7;
const DOMAINS = 40;
const FREE = { skip_fetch: true, skip_llm: true };
const CHAT = '/v1/chat/completions';

const isEnded = ({ status }: { readonly status: string }): boolean => status !== 'queued' && status !== 'running';

async function finish(api: ApiClient, listId: string): Promise<any> {
  const read = async () => (await api.get(`/api/classify/${listId}`)).body;
  await waitUntil(async () => isEnded(await read()), 'the list to end');
  return await read();
}

async function classify(api: ApiClient, body: object): Promise<any> {
  const begun = await api.post('/api/classify', body);
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  return await finish(api, begun.body.list_id);
}

const itemsOf = async (api: ApiClient, listId: string, query = ''): Promise<any[]> =>
  (await api.get(`/api/classify/${listId}/items?limit=1000${query}`)).body.items;

test('lists that are classified', async (t) => {
  const { api, sandbox, app, withKey } = await startTestApp(t);
  const world = (await sandbox.get('/_sandbox/world')).body;
  const linking: string[] = world.linking_sites.slice(0, DOMAINS).map(({ domain }: { domain: string }) => domain);

  await t.test('a dry run says what each line is and what the list costs at most, and keeps nothing', async () => {
    const items = ['grovelane.com', '', 'https://grovelane.com/pricing', 'buy shoes', 'Buy  Shoes', 'http://localhost/'];
    const { status, body } = await api.post('/api/classify', { items, dry_run: true });
    assert.equal(status, 200);
    assert.deepEqual(body.kinds, { domain: 1, url: 1, keyword: 1 });
    assert.deepEqual(
      body.items.map((item: any) => [item.line, item.kind, item.item]),
      [
        [1, 'domain', 'grovelane.com'],
        [3, 'url', 'https://grovelane.com/pricing'],
        [4, 'keyword', 'buy shoes'],
      ],
    );
    assert.deepEqual(
      [body.blank, body.duplicates, body.refused.map(({ line }: any) => line)],
      [1, [{ line: 5, value: 'Buy  Shoes', of: 4 }], [6]],
    );
    // A page may take a call for its domain too.
    assert.equal(body.estimate.calls, 4);
    assert.ok(body.estimate.cost_usd > 0);
    const free = await api.post('/api/classify', { items, dry_run: true, skip_llm: true });
    assert.deepEqual(free.body.estimate, { calls: 0, cost_usd: 0 });
    assert.equal((await api.get('/api/classify')).body.total, 0);
  });

  await t.test('domains get the labels that they have in truth, each with its reasons, and count as classified', async () => {
    const before = (await api.get('/api/admin/classification-stats')).body;
    const list = await classify(api, { items: linking, name: 'Linking sites', skip_llm: true });
    assert.deepEqual([list.status, list.done, list.name, list.cost_usd], ['complete', linking.length, 'Linking sites', 0]);
    const items = await itemsOf(api, list.list_id);
    const known = items.filter(({ status }) => status === 'classified');
    const truths = await Promise.all(
      known.map(
        async ({ item }) => (await sandbox.get(`/_sandbox/truth/classification?domain=${encodeURIComponent(item)}`)).body.domain_type,
      ),
    );
    const right = known.filter(({ label }, at) => label === truths[at]).length;
    assert.ok(known.length > DOMAINS / 3 && right / known.length >= RIGHT_MIN, `${right} of ${known.length} are right`);
    for (const item of known)
      assert.ok(item.why.length > 0 && item.verdicts.domain_type.evidence.length > 0 && item.stage, JSON.stringify(item));
    assert.equal(
      Object.values<number>(list.statuses).reduce((sum, count) => sum + count, 0),
      linking.length,
    );
    const after = (await api.get('/api/admin/classification-stats')).body;
    assert.equal(after.summary.domains.total - before.summary.domains.total, linking.length);
    const labelled = items.filter(({ label }) => label !== null).length;
    assert.equal(after.summary.domains.classified - before.summary.domains.classified, labelled);
    assert.deepEqual(after.lists.domain, { total: linking.length, classified: labelled });
  });

  await t.test('pages and keywords stand in one list with domains, filters narrow it, and CSV has every column', async () => {
    const items = [
      'https://docs.python.org/3/tutorial/',
      'harvard.edu',
      'buy running shoes online',
      { value: 'harvard.edu', kind: 'keyword' },
    ];
    const list = await classify(api, { items, ...FREE });
    const found = await itemsOf(api, list.list_id);
    assert.deepEqual(
      found.map(({ line, kind, label }) => [line, kind, label]),
      [
        [1, 'url', 'documentation_page'],
        [2, 'domain', 'edu'],
        [3, 'keyword', 'transactional'],
        [4, 'keyword', found[3].label],
      ],
    );
    assert.deepEqual(list.labels.domain, { edu: 1 });
    const of = async (query: string): Promise<number[]> => (await itemsOf(api, list.list_id, query)).map(({ line }) => line);
    assert.deepEqual(await of('&kind=keyword'), [3, 4]);
    assert.deepEqual(await of('&label=edu'), [2]);
    assert.deepEqual(await of('&search=SHOES'), [3]);
    assert.deepEqual(await of('&status=failed'), []);
    const csv = await api.get<string>(`/api/classify/${list.list_id}/items?format=csv`);
    const [names = [], ...rows] = parseCsv(csv.body);
    for (const name of ['line', 'item', 'label', 'confidence', 'stage', 'why', 'second_best', 'cost_usd', 'status', 'labels.domain_type'])
      assert.ok(names.includes(name), name);
    assert.deepEqual(
      rows.map((row) => row[names.indexOf('label')]),
      found.map(({ label }) => label),
    );
  });

  await t.test('a list without any item is refused with every wrong line, and one that is too long with its length', async () => {
    const wrong = await api.post('/api/classify', { items: ['http://localhost/', 'http://10.0.0.1/a', 'x'.repeat(300)] });
    assert.equal(wrong.status, 400);
    assert.deepEqual(
      wrong.body.details.map(({ path }: { path: string }) => path),
      ['items[0]', 'items[1]', 'items[2]'],
    );
    assert.equal((await api.post('/api/classify', { items: ['', ' '] })).status, 400);
    assert.equal((await api.post('/api/classify', { items: Array.from({ length: 5_001 }, (_, at) => `word ${at}`) })).status, 400);
    const part = await api.post('/api/classify', { items: ['shoes', 'http://localhost/'], ...FREE });
    assert.deepEqual([part.status, part.body.items, part.body.refused[0].line], [202, 1, 2]);
    await finish(api, part.body.list_id);
  });

  await t.test('the same request by the same Idempotency-Key begins one list', async () => {
    const ask = async () => (await api.post('/api/classify', { items: ['boots'], ...FREE }, { 'idempotency-key': 'list-1' })).body;
    const first = await ask();
    assert.equal((await ask()).list_id, first.list_id);
    await finish(api, first.list_id);
  });

  await t.test('a key of an organization sees the lists of its own, and one that only reads begins none', async () => {
    const [ours, theirs] = [await withKey({ organization_id: 'org_ours' }), await withKey({ organization_id: 'org_theirs' })];
    const { list_id: id } = await classify(ours, { items: ['sandals'], ...FREE });
    assert.equal((await ours.get('/api/classify')).body.total, 1);
    assert.equal((await theirs.get('/api/classify')).body.total, 0);
    const refused = await Promise.all([
      theirs.get(`/api/classify/${id}`),
      theirs.get(`/api/classify/${id}/items`),
      theirs.delete(`/api/classify/${id}`),
    ]);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 404],
    );
    assert.equal((await api.get(`/api/classify/${id}`)).status, 200);
    const reader = await withKey({ scopes: ['read'], organization_id: 'org_ours' });
    assert.equal((await reader.post('/api/classify', { items: ['clogs'] })).status, 403);
    assert.equal((await reader.get(`/api/classify/${id}`)).status, 200);
  });

  await t.test('what a person says of an item counts in its list, and a budget that is used up is said of each item', async () => {
    await api.put('/api/admin/config', { budgets: { llm_daily_usd: 0 } });
    const list = await classify(api, { items: ['qzvxlane.com', 'harvard.edu'], skip_fetch: true });
    await api.put('/api/admin/config', { budgets: { llm_daily_usd: 50 } });
    const [unsure, sure] = await itemsOf(api, list.list_id);
    assert.deepEqual([unsure.status, unsure.reason, unsure.cost_usd], ['over_budget', 'daily_budget_exceeded', 0]);
    assert.deepEqual([sure.status, sure.reason, list.cost_usd], ['classified', null, 0]);
    const said = { entity_type: 'domain', entity_id: 'qzvxlane.com', corrected_domain_type: 'news' };
    assert.equal((await api.post('/api/admin/classifier/corrections', said)).status, 200);
    const [corrected] = await itemsOf(api, list.list_id);
    assert.deepEqual([corrected.status, corrected.label, corrected.stage], ['corrected', 'news', 'human_feedback']);
  });

  await t.test('what the language model costs is booked on the list and its project', async () => {
    const { project_id: project } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_lists' })).body;
    const list = await classify(api, { items: ['wvtqlane.com', 'zzbqlane.com'], skip_fetch: true, project_id: project });
    const items = await itemsOf(api, list.list_id);
    assert.ok(list.cost_usd > 0);
    const sum = items.reduce((total, item) => total + item.cost_usd, 0);
    assert.ok(Math.abs(sum - list.cost_usd) < 1e-6, `${sum} of ${list.cost_usd}`);
    const { rows } = await app.context.postgres.query<{ total: number }>(
      'select sum(cost_usd)::float8 as total from api_costs where run_id = $1 and project_id = $2',
      [list.list_id, project],
    );
    assert.ok(Math.abs((rows[0]?.total ?? 0) - list.cost_usd) < 1e-9);
  });

  await t.test('a cancelled list keeps what it found and says what was not reached; one that has ended is 409', async () => {
    await sandbox.post('/_sandbox/faults', { match: CHAT, kind: 'slow', rate: 1, delay_ms: 60_000 });
    const items = ['harvard.edu', ...Array.from({ length: 30 }, (_, at) => `xkqzlane-${at}.com`)];
    const { body: begun } = await api.post('/api/classify', { items, skip_fetch: true });
    await waitUntil(async () => (await api.get(`/api/classify/${begun.list_id}`)).body.status === 'running', 'the list to run');
    const { status, body } = await api.delete(`/api/classify/${begun.list_id}`);
    await sandbox.post('/_sandbox/faults', {});
    assert.deepEqual([status, body.status], [200, 'cancelled']);
    assert.equal(body.done + body.statuses.not_reached, items.length);
    assert.ok(body.statuses.not_reached > 0);
    assert.equal((await api.delete(`/api/classify/${begun.list_id}`)).body.status, 'cancelled');
    const ended = await classify(api, { items: ['moccasins'], ...FREE });
    assert.equal((await api.delete(`/api/classify/${ended.list_id}`)).status, 409);
  });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';

/** What an organization and its people may spend, and what they see of it. The sandbox's record of calls says what was paid. */

const PATH = '/api/organizations/org_a';
let count = 0;

test('costs of an organization', async (t) => {
  const world = await startTestApp(t);
  const { api, sandbox } = world;
  const makeProject = async (name: string, organization: string): Promise<string> =>
    (await api.post('/api/projects', { name, organization_id: organization })).body.project_id;
  const [shop, other, foreign] = await Promise.all([
    makeProject('Shop', 'org_a'),
    makeProject('Other', 'org_a'),
    makeProject('Elsewhere', 'org_b'),
  ]);
  const [manager, editor, viewer, client] = await Promise.all([
    joinAs(world, 'org_a', { role: 'manager' }),
    joinAs(world, 'org_a', { role: 'editor', project_ids: [shop], monthly_usd: 0.5 }),
    joinAs(world, 'org_a', { role: 'viewer', hide_costs: true }),
    joinAs(world, 'org_a', { role: 'client' }),
  ]);
  const ask = async (by: ApiClient, projectId: string, more: object = {}) =>
    await by.post('/api/keywords/overview', { project_id: projectId, keywords: [`word ${(count += 1)}`], ...more });
  const paid = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.cost_usd;

  await t.test('the ledger says who caused a call, signed in and by a key of their own', async () => {
    const { body: made } = await editor.browser.post('/api/me/keys', { name: 'Mine', scopes: ['read', 'write'] });
    const own = makeApiClient(world.url, made.key);
    const before = await paid();
    for (const by of [editor.browser, own]) assert.equal((await ask(by, shop)).status, 200);
    assert.equal((await ask(manager.browser, other)).status, 200);
    assert.equal((await ask(api, foreign)).status, 200);
    const { body } = await manager.browser.get(`${PATH}/costs/by-member`);
    const cost = (id: string): number => body.members.find((one: { id: string }) => one.id === id)?.cost_usd ?? 0;
    assert.deepEqual(
      body.members.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
      [
        ['person', 'The editor'],
        ['person', 'The manager'],
      ],
    );
    const all = (await api.get('/api/admin/costs')).body.stats.all_time.total_cost_usd;
    assert.ok(all > 0 && Math.abs(all - ((await paid()) - before)) < 1e-6, `${all} is what the sandbox charged`);
    assert.ok(cost(editor.userId) > 0 && cost(manager.userId) > 0);
    const { body: recent } = await manager.browser.get(`${PATH}/costs/recent`);
    assert.deepEqual(new Set(recent.costs.map(({ person_id: id }: { person_id: string }) => id)), new Set([editor.userId, manager.userId]));
    assert.equal(recent.costs.filter(({ api_key_id: id }: { api_key_id: string | null }) => id !== null).length, 1);
  });

  await t.test('each sees the costs of the projects that they see, and nothing of others', async () => {
    const sees = async ({ browser }: { browser: ApiClient }) => {
      const { body: rows } = await browser.get(`${PATH}/costs/by-project`);
      const { body: glance } = await browser.get(`${PATH}/costs`);
      const { body: days } = await browser.get(`${PATH}/costs/daily?days=1`);
      const ids: string[] = rows.projects.map(({ project_id: id }: { project_id: string }) => id);
      const sum = rows.projects.reduce((total: number, one: { total_cost_usd: number }) => total + one.total_cost_usd, 0);
      for (const usd of [glance.summary.all_time.total_cost_usd, days.total_cost_usd]) assert.ok(Math.abs(usd - sum) < 1e-6);
      return new Set(ids);
    };
    assert.deepEqual(await sees(manager), new Set([shop, other]));
    assert.deepEqual(await sees(editor), new Set([shop]));
    const { body: members } = await editor.browser.get(`${PATH}/costs/by-member`);
    assert.deepEqual(
      members.members.map(({ id }: { id: string }) => id),
      [editor.userId],
    );
    for (const path of ['costs', 'costs/daily', 'costs/by-project', 'costs/by-member', 'costs/recent', 'budget']) {
      assert.equal((await viewer.browser.get(`${PATH}/${path}`)).status, 403, path);
      assert.equal((await client.browser.get(`${PATH}/${path}`)).status, 404, path);
      const [theirs, never] = await Promise.all(
        ['org_b', 'org_never'].map((id) => manager.browser.get(`/api/organizations/${id}/${path}`)),
      );
      assert.deepEqual([theirs?.status, { ...theirs?.body, request_id: '' }], [404, { ...never?.body, request_id: '' }], path);
    }
    assert.equal((await editor.browser.get(`${PATH}/costs/recent?project_id=${other}`)).status, 404);
    assert.equal((await manager.browser.get(`${PATH}/costs/recent?project_id=${foreign}`)).status, 404);
  });

  await t.test('a person is refused what their month has no room for, and nothing is bought; others go on', async () => {
    assert.equal((await api.put(`${PATH}/members/${editor.userId}`, { monthly_usd: 0 })).status, 200);
    const before = await paid();
    const { body: dry } = await ask(editor.browser, shop, { dry_run: true });
    assert.deepEqual([dry.estimate.refusal.budget, dry.estimate.refusal.refuses], ['member_monthly_usd', 'all']);
    const refused = await ask(editor.browser, shop);
    assert.deepEqual([refused.status, refused.body.details.budget], [402, 'member_monthly_usd']);
    assert.equal(await paid(), before);
    assert.equal((await ask(manager.browser, shop)).status, 200);
    assert.equal((await api.put(`${PATH}/members/${editor.userId}`, { monthly_usd: null })).status, 200);
    assert.equal((await ask(editor.browser, shop)).status, 200);
  });

  await t.test('a workflow that a person starts is theirs', async () => {
    assert.equal((await api.put(`${PATH}/members/${editor.userId}`, { monthly_usd: 0 })).status, 200);
    const before = await paid();
    const { status, body } = await editor.browser.post('/api/rankings/track', {
      project_id: shop,
      keyword_text: 'garden chairs',
      depth: 10,
    });
    assert.deepEqual([status, body.skipped, body.reason], [200, true, 'budget_exceeded']);
    assert.match(body.error, /This person's monthly budget/u);
    assert.equal(await paid(), before);
    assert.equal((await api.put(`${PATH}/members/${editor.userId}`, { monthly_usd: null })).status, 200);
  });

  await t.test('a manager divides what operators allow', async () => {
    const set = (by: ApiClient, body: object) => by.put(`${PATH}/budget`, body);
    assert.equal((await set(manager.browser, { monthly_usd: 10 })).status, 403);
    assert.equal((await set(editor.browser, { projects: [{ project_id: shop, monthly_usd: 1 }] })).status, 403);
    assert.equal((await set(api, { monthly_usd: 10 })).status, 200);
    const wrong = await set(manager.browser, {
      projects: [
        { project_id: shop, monthly_usd: 11 },
        { project_id: foreign, monthly_usd: 1 },
      ],
    });
    assert.deepEqual(
      [wrong.status, wrong.body.details.map(({ path }: { path: string }) => path)],
      [400, ['projects.0.monthly_usd', 'projects.1.project_id']],
    );
    const { status, body } = await set(manager.browser, { projects: [{ project_id: shop, monthly_usd: 0 }] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.organization.limit_usd, 10);
    const room = body.projects.find(({ project_id: id }: { project_id: string }) => id === shop);
    assert.deepEqual([room.limit_usd, room.own_limit_usd, room.service_limit_usd], [0, 0, null]);
    const refused = await ask(editor.browser, shop);
    assert.deepEqual([refused.status, refused.body.details.budget], [402, 'project_monthly_usd']);
    const { body: one } = await editor.browser.get(`/api/projects/${shop}/budget`);
    assert.deepEqual([one.budget.limit_usd, one.budget.limit_of], [0, 'organization']);
    const { body: seen } = await editor.browser.get(`${PATH}/budget`);
    assert.deepEqual([seen.organization, seen.total], [undefined, 1]);
    assert.equal((await set(manager.browser, { projects: [{ project_id: shop, monthly_usd: null }] })).status, 200);
    assert.equal((await ask(editor.browser, shop)).status, 200);
  });
});

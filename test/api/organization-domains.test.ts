import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { makeDomain, makeWebsite } from '../support/domain-rows.ts';
import { joinAs } from '../support/people-world.ts';

test('domains of an organization', async (t) => {
  const world = await startTestApp(t);
  const { api } = world;
  const { postgres } = world.stores;
  const makeProject = async (organization: string): Promise<string> =>
    (await api.post('/api/projects', { name: 'Shop', organization_id: organization })).body.project_id;
  const [shop, other, foreign] = [await makeProject('org_a'), await makeProject('org_a'), await makeProject('org_b')];
  const owners = { 'shop.example': shop, 'both.example': shop, 'other.example': other, 'foreign.example': foreign };
  for (const [domain, projectId] of Object.entries(owners))
    await makeWebsite(postgres, { projectId, domain, domainId: await makeDomain(postgres, domain) });
  await makeDomain(postgres, 'unowned.example');
  const [manager, editor] = [
    await joinAs(world, 'org_a', { role: 'manager' }),
    await joinAs(world, 'org_a', { role: 'editor', project_ids: [other] }),
  ];
  const list = async (by: ApiClient, query = ''): Promise<[string[], number]> => {
    const { status, body } = await by.get(`/api/organizations/org_a/domains${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return [body.domains.map(({ domain }: { domain: string }) => domain), body.total];
  };

  await t.test('are the websites of the projects that the caller sees, page by page', async () => {
    assert.deepEqual(await list(manager.browser), [['both.example', 'other.example', 'shop.example'], 3]);
    assert.deepEqual(await list(editor.browser), [['other.example'], 1]);
    assert.deepEqual(await list(api), [['both.example', 'other.example', 'shop.example'], 3]);
    assert.deepEqual(await list(manager.browser, '?limit=1&offset=1'), [['other.example'], 3]);
    assert.deepEqual(await list(manager.browser, '?search=shop'), [['shop.example'], 1]);
  });

  await t.test('are 404 for another organization, as for one that never was', async () => {
    const [theirs, never] = await Promise.all(['org_b', 'org_never'].map((id) => manager.browser.get(`/api/organizations/${id}/domains`)));
    assert.deepEqual([theirs?.status, { ...theirs?.body, request_id: '' }], [404, { ...never?.body, request_id: '' }]);
  });
});

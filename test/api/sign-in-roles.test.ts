import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJarBrowser } from '../support/browser-jar.ts';
import { findRole, readLastSign, ADA, openSignInWorld, ORGANIZATION, SEO_RULE, SETTINGS } from '../support/sign-in-world.ts';

test('roles follow the groups where the provider is set up for it, and never take the last owner', async (t) => {
  const world = await openSignInWorld(t);
  await world.proveDomain();
  const rules = [SEO_RULE, { claim: 'groups', value: 'heads', role: 'manager' }, { claim: 'realm.team', value: 'x', role: 'viewer' }];
  await world.configure({ creates: 'rules', rules });
  await world.signIn(ADA);
  assert.equal(await findRole(world, 'ada@acme.com'), 'editor');

  await t.test('without sync_roles a role stays', async () => {
    await world.signIn({ ...ADA, groups: ['heads'] });
    assert.equal(await findRole(world, 'ada@acme.com'), 'editor');
  });

  await t.test('with sync_roles it follows, and a claim that is missing changes nothing', async () => {
    await world.configure({ creates: 'rules', rules, sync_roles: true });
    await world.signIn({ ...ADA, groups: ['heads'] });
    assert.equal(await findRole(world, 'ada@acme.com'), 'manager');
    const { page } = await world.signIn(ADA, 'missing_groups');
    assert.equal(page, '/console/');
    assert.equal(await findRole(world, 'ada@acme.com'), 'manager');
    await world.signIn({ ...ADA, groups: [], realm: { team: ['x'] } });
    assert.equal(await findRole(world, 'ada@acme.com'), 'viewer');
    const entry = await readLastSign(world);
    assert.deepEqual(entry.subject.roles, [{ organization_id: ORGANIZATION, from: 'manager', to: 'viewer' }]);
  });

  await t.test('a lower role holds at once in sessions that are open', async () => {
    const { browser } = await world.signIn({ ...ADA, groups: ['heads'] });
    const path = `/api/organizations/${ORGANIZATION}/members`;
    const before = await browser.api.put('/api/session', { organization_id: ORGANIZATION });
    assert.equal(before.status, 200);
    assert.ok((await browser.api.get('/api/me')).body.scopes.includes('manage'));
    await world.signIn(ADA);
    assert.ok(!(await browser.api.get('/api/me')).body.scopes.includes('manage'), path);
  });

  await t.test('the last owner keeps the role, and the audit log says so', async () => {
    const { page } = await world.signIn({ ...ADA, sub: 'olga', email: 'olga@acme.com' });
    assert.equal(page, '/console/');
    assert.equal(await findRole(world, 'olga@acme.com'), 'owner');
    const entry = await readLastSign(world);
    assert.deepEqual(entry.subject.roles, [{ organization_id: ORGANIZATION, from: 'owner', to: 'editor', kept_last_owner: true }]);
  });

  await t.test('of two owners whom a rule lowers at the same moment one stays', async () => {
    await world.addMember('otto@acme.com', 'owner');
    const people = [
      { ...ADA, sub: 'olga', email: 'olga@acme.com' },
      { ...ADA, sub: 'otto', email: 'otto@acme.com' },
    ];
    const callbacks = [];
    for (const person of people) {
      await world.tell({ people: [person], broken: null });
      const browser = openJarBrowser(world.url);
      const { body } = await world.owner.api.get(SETTINGS);
      callbacks.push({ browser, callback: await browser.step(await browser.step(`${world.url}/api/session/oidc/${body.provider.id}`)) });
    }
    await Promise.all(callbacks.map(({ browser, callback }) => browser.visit(callback)));
    const { rows } = await world.stores.postgres.query(`select from memberships where organization_id = $1 and role = 'owner'`, [
      ORGANIZATION,
    ]);
    assert.equal(rows.length, 1);
  });
});

test('the provider of the service gives roles where its rules say, and lets operators in', async (t) => {
  const world = await openSignInWorld(t);
  const { api, url, owner, app: service } = world;
  await owner.api.post('/api/organizations', { id: 'org_two', name: 'Two' });
  const body = {
    issuer: `${service.context.config.sandbox}/identity/main`,
    client_id: 'sightline',
    client_secret: 'sandbox-client-secret',
    domains: ['acme.com'],
    is_enabled: true,
  };
  const put = (changes: object) => api.put('/api/admin/sign-in', { ...body, ...changes });
  assert.equal((await put({ creates: 'domain' })).status, 400);
  assert.equal((await put({ rules: [SEO_RULE] })).status, 400);
  const rules = [ORGANIZATION, 'org_two'].map((organization_id) => ({ ...SEO_RULE, organization_id }));
  const { body: set } = await put({ creates: 'rules', rules });
  const visit = async (person: typeof ADA) => {
    await world.tell({ people: [person], broken: null });
    const browser = openJarBrowser(url);
    return { browser, ...(await browser.visit(`${url}/api/session/oidc/${set.provider.id}`)) };
  };
  const { browser } = await visit(ADA);
  const { body: me } = await browser.api.get('/api/me');
  assert.deepEqual(me.organizations.map(({ id }: { id: string }) => id).toSorted(), [ORGANIZATION, 'org_two']);
  for (const organization_id of ['org_two', ORGANIZATION])
    assert.equal((await browser.api.put('/api/session', { organization_id })).status, 200);
  const operator = await visit({ ...ADA, sub: 'olga', email: 'olga@acme.com', groups: [] });
  assert.equal((await operator.browser.api.get('/api/admin/config')).status, 200);
  assert.equal((await visit({ ...ADA, sub: 'x', email: 'x@acme.com', groups: [] })).page, '/console/login');
  assert.equal((await openJarBrowser(url).api.get('/api/admin/sign-in')).status, 401);
  const bound = await world.withKey({ scopes: ['admin'], organization_id: ORGANIZATION });
  assert.equal((await bound.get('/api/admin/sign-in')).status, 403);
});

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openJarBrowser } from '../support/browser-jar.ts';
import {
  countPeople,
  findRole,
  readLastSign,
  ADA,
  openSignInWorld,
  ORGANIZATION,
  PASSWORD,
  SEO_RULE,
  SETTINGS,
} from '../support/sign-in-world.ts';

test('a person whom the provider proves in a proved domain gets in, and is known by issuer and subject from then on', async (t) => {
  const world = await openSignInWorld(t);
  const { url, owner } = world;
  await world.configure({ creates: 'domain', rules: [SEO_RULE] });

  await t.test('not before the domain is proved', async () => {
    const { page, browser } = await world.signIn({ ...ADA, groups: [] });
    assert.equal(page, '/console/login');
    assert.equal(await world.readFailure(browser), 'no_access');
    assert.equal(await world.readFailure(browser), null, 'it is said once');
    assert.deepEqual((await owner.api.get(SETTINGS)).body.provider.unproved_domains, ['acme.com']);
    await world.proveDomain();
    assert.deepEqual((await owner.api.get(SETTINGS)).body.provider.unproved_domains, []);
  });

  await t.test('a first sign-in makes the account, and the same identity finds it under another address', async () => {
    const { page, browser } = await world.signIn(ADA);
    assert.equal(page, '/console/');
    const { body: me } = await browser.api.get('/api/me');
    assert.deepEqual([me.email, me.name, me.organization_id, me.has_password], ['ada@acme.com', 'Ada', ORGANIZATION, false]);
    assert.equal(await findRole(world, 'ada@acme.com'), 'editor');
    const before = await countPeople(world);
    const again = await world.signIn({ ...ADA, email: 'married@acme.com' });
    assert.equal((await again.browser.api.get('/api/me')).body.id, me.id);
    const { body } = await again.browser.api.get('/api/me/identities');
    assert.deepEqual(
      body.identities.map((one: { subject: string; email: string }) => [one.subject, one.email]),
      [['ada', 'married@acme.com']],
    );
    assert.deepEqual(await countPeople(world), { ...before, sessions: (before?.sessions ?? 0) + 1 });
    const entry = await readLastSign(world);
    assert.deepEqual([entry.path, entry.status, entry.subject.by], ['/api/session/oidc/callback', 201, 'oidc']);
  });

  await t.test('an account that is there is joined by its proved address', async () => {
    await world.addMember('bob@acme.com', 'viewer');
    const { browser } = await world.signIn({ ...ADA, sub: 'bob', email: 'Bob@ACME.com' });
    const { body: me } = await browser.api.get('/api/me');
    assert.deepEqual([me.email, me.has_password], ['bob@acme.com', true]);
    assert.equal(await findRole(world, 'bob@acme.com'), 'viewer', 'a role that was set by hand stays');
  });

  await t.test('the sign-out leads to the provider, and the session has ended before', async () => {
    const { browser } = await world.signIn(ADA);
    const { body } = await browser.api.delete('/api/session');
    assert.match(body.sign_out_url, /\/identity\/main\/end-session\?/u);
    assert.equal((await browser.api.get('/api/session')).body.authenticated, false);
    assert.equal(await browser.step(body.sign_out_url), `${url}/console/login`);
  });

  await t.test('it vouches for a person in its organization alone', async () => {
    await owner.api.post('/api/organizations', { id: 'org_other', name: 'Other' });
    const { browser } = await world.signIn({ ...ADA, sub: 'olga', email: 'olga@acme.com' });
    const { body: me } = await browser.api.get('/api/me');
    assert.deepEqual([me.email, me.organization_id], ['olga@acme.com', ORGANIZATION]);
    assert.equal((await browser.api.get('/api/admin/config')).status, 403, 'an operator is none by it');
    assert.deepEqual(
      me.organizations.map((one: { id: string }) => one.id),
      [ORGANIZATION],
    );
    assert.equal((await browser.api.get('/api/organizations')).body.total, 1);
    for (const organization of ['org_other', null])
      assert.equal((await browser.api.put('/api/session', { organization_id: organization })).status, 403);
    assert.equal((await browser.api.put('/api/session', { organization_id: ORGANIZATION })).status, 200);
    const changes = await browser.api.post('/api/me/password', { current_password: PASSWORD, new_password: 'another long password' });
    assert.equal(changes.status, 403);
    assert.equal((await browser.api.post('/api/me/identities', { provider_id: await world.configure({ creates: 'domain' }) })).status, 403);
  });

  await t.test('sessions end with the provider that began them', async () => {
    const { browser } = await world.signIn(ADA);
    await world.configure({ creates: 'domain', is_enabled: false });
    assert.equal((await browser.api.get('/api/me')).status, 401);
    const { page } = await browser.visit(`${url}/api/session/oidc/${(await owner.api.get(SETTINGS)).body.provider.id}`);
    assert.equal(page, '/console/login');
    assert.equal((await owner.api.delete(SETTINGS)).status, 200);
    assert.equal((await owner.api.get(SETTINGS)).status, 404);
    const { rows } = await world.stores.postgres.query(`select from secrets where kind = 'sign_in_provider'`);
    assert.equal(rows.length, 0);
  });
});

test('twelve broken answers begin no session and join no account', async (t) => {
  const world = await openSignInWorld(t);
  const { url } = world;
  const providerId = await world.configure({ creates: 'domain', rules: [SEO_RULE] });
  await world.proveDomain();
  await world.addMember('ada@acme.com', 'viewer');
  await world.addMember('eve@elsewhere.com', 'viewer');
  const before = await countPeople(world);
  const tokens = () => world.countCalls('token');

  const refuse = async (
    t2: TestContext,
    name: string,
    { person = ADA, broken, failure = 'refused', asks = 1 }: { person?: typeof ADA; broken?: string; failure?: string; asks?: number },
  ) =>
    await t2.test(name, async () => {
      const asked = await tokens();
      const { page, browser, hops } = await world.signIn(person, broken);
      assert.equal(page, '/console/login', 'nothing is in the address');
      assert.ok(hops.length >= 3, 'the provider was asked, and answered');
      assert.equal(browser.cookie('sightline'), undefined);
      assert.equal((await browser.api.get('/api/session')).body.authenticated, false);
      assert.equal(await world.readFailure(browser), failure);
      assert.equal((await tokens()) - asked, asks);
      assert.deepEqual(await countPeople(world), before);
      const entry = await readLastSign(world);
      assert.deepEqual([entry.path, entry.status, entry.subject.failure], ['/api/session/oidc/callback', 401, failure]);
    });

  for (const broken of ['alg_none', 'other_key', 'wrong_nonce', 'wrong_issuer', 'wrong_audience', 'expired', 'huge_token'])
    await refuse(t, broken, { broken });
  await refuse(t, 'the answer of another issuer', { broken: 'wrong_answer_issuer', asks: 0 });
  await refuse(t, 'a state that is not ours', { broken: 'wrong_state', asks: 0 });
  await refuse(t, 'an unverified address', { broken: 'unverified_address', failure: 'no_access' });
  await refuse(t, 'no address at all', { person: { sub: 'ada', groups: ['seo'] }, failure: 'no_access' });
  await refuse(t, 'the address of an account in a domain that is not proved', {
    person: { ...ADA, email: 'eve@elsewhere.com' },
    failure: 'no_access',
  });
  await refuse(t, 'missing groups, of a person whom no domain lets in', {
    person: { ...ADA, email: 'new@elsewhere.com' },
    broken: 'missing_groups',
    failure: 'no_access',
  });
  await refuse(t, 'a person whom the provider denies', { broken: 'denied', failure: 'denied', asks: 0 });

  await t.test('a state is good once, for the browser that began', async () => {
    await world.tell({ people: [ADA], broken: null });
    const browser = openJarBrowser(url);
    const callback = await browser.step(await browser.step(`${url}/api/session/oidc/${providerId}`));
    const thief = openJarBrowser(url);
    await thief.step(`${url}/api/session/oidc/${providerId}`);
    assert.equal((await thief.visit(callback)).page, '/console/login');
    assert.equal((await openJarBrowser(url).visit(callback)).page, '/console/login');
    const asked = await tokens();
    assert.equal((await browser.visit(callback)).page, '/console/');
    const joined = await countPeople(world);
    assert.equal((await browser.visit(callback)).page, '/console/login');
    assert.equal((await tokens()) - asked, 1);
    assert.deepEqual(await countPeople(world), joined);
    assert.deepEqual([joined?.people, joined?.identities], [before?.people, 1], 'the good answer works beside all the broken ones');
  });

  await t.test('a code is good once', async () => {
    const joined = await countPeople(world);
    const { page } = await world.signIn(ADA, 'code_reused');
    assert.equal(page, '/console/login');
    assert.deepEqual(await countPeople(world), joined);
  });

  await t.test('ten minutes later it is over', async () => {
    await world.tell({ broken: null });
    const browser = openJarBrowser(url);
    const callback = await browser.step(await browser.step(`${url}/api/session/oidc/${providerId}`));
    await world.stores.postgres.query(`update sign_in_flows set ends_at = ends_at - interval '10 minutes'`);
    assert.equal((await browser.visit(callback)).page, '/console/login');
  });

  await t.test('of two at the same moment with one answer one gets in', async () => {
    const browser = openJarBrowser(url);
    const callback = await browser.step(await browser.step(`${url}/api/session/oidc/${providerId}`));
    const pages = await Promise.all([browser.visit(callback), browser.visit(callback)]);
    assert.deepEqual(pages.map(({ page }) => page).toSorted(), ['/console/', '/console/login']);
  });

  await t.test('it goes on to own pages only', async () => {
    for (const path of ['//evil.com', 'https://evil.com/console', '/console/../api', '/consolex', '/console\\@evil.com', '/api/me'])
      assert.equal((await world.anonymous.get(`/api/session/oidc/${providerId}?return_to=${encodeURIComponent(path)}`)).status, 400, path);
    const browser = openJarBrowser(url);
    const target = encodeURIComponent('/console/p/proj_1?tab=2');
    assert.equal((await browser.visit(`${url}/api/session/oidc/${providerId}?return_to=${target}`)).page, '/console/p/proj_1?tab=2');
  });
});

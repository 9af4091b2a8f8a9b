import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJarBrowser } from '../support/browser-jar.ts';
import { countPeople, ADA, openSignInWorld, ORGANIZATION, PASSWORD, SEO_RULE, SETTINGS } from '../support/sign-in-world.ts';

test('a provider is tested before it is switched on, and passwords go only after that', async (t) => {
  const world = await openSignInWorld(t);
  const { owner, url, sandbox } = world;
  await world.proveDomain();
  const settings = { creates: 'domain', rules: [SEO_RULE], is_enabled: false };
  const id = await world.configure(settings);
  const runTest = async (broken: string | null = null) => {
    await world.tell({ people: [ADA], broken });
    const begun = await owner.api.post(`${SETTINGS}/test`, { return_to: '/console/settings/sign-in' });
    assert.deepEqual([begun.status, begun.body.problems], [201, []]);
    assert.equal((await owner.visit(begun.body.url)).page, '/console/settings/sign-in');
    return (await owner.api.get(`${SETTINGS}/test`)).body;
  };

  await t.test('a test shows the claims and what they would come to, and signs nobody in', async () => {
    assert.equal((await owner.api.get(`${SETTINGS}/test`)).body.tested_at, null);
    const before = await countPeople(world);
    const tested = await runTest();
    assert.deepEqual([tested.problem, tested.claims.email, tested.claims.groups, tested.account], [null, 'ada@acme.com', ['seo'], 'made']);
    assert.deepEqual(tested.roles, [{ organization_id: ORGANIZATION, role: 'editor', project_ids: null, by: 'rule' }]);
    assert.deepEqual(await countPeople(world), before);
    assert.equal((await owner.api.get('/api/me')).body.email, 'olga@acme.com');
    const failed = await runTest('wrong_audience');
    assert.equal(failed.claims, null);
    assert.match(failed.problem, /aud/u);
    const silent = await runTest('missing_groups');
    assert.deepEqual([silent.is_silent, silent.roles.map((one: { by: string }) => one.by)], [true, ['domain']]);
  });

  await t.test('what is off signs nobody in and is not shown', async () => {
    assert.equal((await openJarBrowser(url).visit(`${url}/api/session/oidc/${id}`)).page, '/console/login');
    assert.deepEqual((await world.anonymous.get('/api/session/oidc')).body.providers, []);
    await world.configure({ ...settings, is_enabled: true, button: 'Acme' });
    assert.deepEqual((await world.anonymous.get('/api/session/oidc')).body.providers, [
      { id, organization_id: ORGANIZATION, button: 'Acme' },
    ]);
    await world.configure({ ...settings, is_enabled: true, is_listed: false, button: 'Acme' });
    assert.deepEqual((await world.anonymous.get('/api/session/oidc')).body.providers, []);
    const byAddress = (email: string) => world.anonymous.get(`/api/session/oidc?email=${email}`);
    assert.equal((await byAddress('x@acme.com')).body.providers.length, 1);
    assert.equal((await byAddress('x@other.com')).body.providers.length, 0);
  });

  await t.test('passwords are switched off only with a provider that works, and not for the only owner', async () => {
    const off = { ...settings, is_enabled: true, is_password_allowed: false };
    await world.addMember('bob@acme.com', 'editor');
    await runTest('wrong_nonce');
    await assert.rejects(world.configure(off), /Not tested/u);
    await runTest();
    await assert.rejects(world.configure({ ...off, client_secret: 'another' }), /Not tested/u);
    await world.configure({ ...off, client_secret: undefined });
    const signIn = (email: string, password = PASSWORD) => openJarBrowser(url).api.post('/api/session', { email, password });
    const refused = await signIn('bob@acme.com');
    assert.deepEqual([refused.status, refused.body.error], [403, 'Password sign-in is off']);
    assert.equal((await signIn('bob@acme.com', 'wrong password')).status, 401, 'only who knows the password learns it');
    assert.equal((await signIn('olga@acme.com')).status, 201);
    await world.addMember('otto@acme.com', 'owner');
    assert.equal((await signIn('otto@acme.com')).status, 403, 'there is another owner');
    await world.stores.postgres.query(
      `delete from memberships where organization_id = $1 and user_id = (select id from users where email = 'olga@acme.com')`,
      [ORGANIZATION],
    );
    assert.equal((await signIn('otto@acme.com')).status, 201, 'the only owner keeps the password');
    const { browser } = await world.signIn({ ...ADA, sub: 'bob', email: 'bob@acme.com' });
    assert.equal((await browser.api.get('/api/me')).body.email, 'bob@acme.com');
  });

  await t.test('secrets are shown to no one, and the audit log names them as changed', async () => {
    const { body } = await world.api.get(SETTINGS);
    assert.equal(body.provider.has_secret, true);
    assert.ok(!JSON.stringify(body).includes('sandbox-client-secret'));
    const { body: audit } = await world.api.get('/api/admin/audit?limit=200');
    assert.ok(!JSON.stringify(audit).includes('sandbox-client-secret'));
    assert.ok(JSON.stringify(audit).includes('"client_secret":"changed"'));
  });

  await t.test('what is wrong with the settings is named, field by field', async () => {
    const wrong = {
      issuer: 'http://10.0.0.1/',
      client_id: 'x',
      domains: ['nonsense', 'acme.com'],
      rules: [{ claim: 'groups', value: 'x', role: 'king' }],
    };
    const { status, body } = await world.api.put(SETTINGS, wrong);
    assert.equal(status, 400);
    assert.deepEqual(
      body.details.map((one: { path: string }) => one.path),
      ['domains[0]', 'rules[0].role'],
    );
    const paths = async (changes: object) =>
      (await world.api.put(SETTINGS, { client_id: 'x', ...changes })).body.details.map((one: { path: string }) => one.path);
    assert.deepEqual(await paths({ issuer: 'http://10.0.0.1/' }), ['issuer']);
    assert.deepEqual(await paths({ issuer: 'http://login.acme.com/' }), ['issuer']);
    const rule = { ...SEO_RULE, project_ids: ['proj_foreign'] };
    assert.deepEqual(await paths({ issuer: 'https://login.acme.com/', rules: [rule] }), ['rules[0].project_ids']);
  });

  await t.test('a provider that is away is said, by the test, the check and the sign-in page', async () => {
    const other = `${world.app.context.config.sandbox}/identity/away`;
    await world.configure({ ...settings, is_enabled: true, issuer: other });
    await sandbox.post('/_sandbox/faults', { match: '/identity/away', kind: 'http_500' });
    const tested = await owner.api.post(`${SETTINGS}/test`, {});
    assert.deepEqual([tested.status, tested.body.error], [502, 'Provider unavailable']);
    const { body } = await world.api.post('/api/admin/sign-in/check');
    assert.deepEqual([body.providers.length, body.providers[0].problems.length], [1, 1]);
    const browser = openJarBrowser(url);
    assert.equal((await browser.visit(`${url}/api/session/oidc/${id}`)).page, '/console/login');
    assert.equal(await world.readFailure(browser), 'unavailable');
    await sandbox.post('/_sandbox/faults', {});
    assert.deepEqual((await world.api.post('/api/admin/sign-in/check')).body.providers[0].problems, []);
  });
});

test('a domain is proved by its record, and no more when that is gone', async (t) => {
  const { owner, sandbox, addMember } = await openSignInWorld(t);
  const path = `/api/organizations/${ORGANIZATION}/sign-in/domains`;
  const { status, body } = await owner.api.post(path, { domain: ' ACME.com ' });
  assert.deepEqual(
    [status, body.domain.domain, body.domain.record_name, body.domain.proved_at],
    [201, 'acme.com', '_sightline.acme.com', null],
  );
  const prove = async () => (await owner.api.post(`${path}/acme.com/prove`)).body.domain.proved_at;
  assert.equal(await prove(), null);
  const record = { name: body.domain.record_name, texts: [body.domain.record_text] };
  await sandbox.post('/_sandbox/names', { ...record, texts: ['sightline-proof=of-somebody-else'] });
  assert.equal(await prove(), null);
  await sandbox.post('/_sandbox/names', record);
  const provedAt = await prove();
  assert.notEqual(provedAt, null);
  assert.equal((await owner.api.post(path, { domain: 'acme.com' })).body.domain.proved_at, provedAt, 'naming it again changes nothing');
  await sandbox.post('/_sandbox/names', { ...record, texts: [] });
  assert.equal(await prove(), null);
  for (const wrong of ['acme', '10.0.0.1', 'a b.com', 'x.test', '-.com'])
    assert.equal((await owner.api.post(path, { domain: wrong })).status, 400, wrong);
  const member = await addMember('mia@acme.com', 'manager');
  for (const address of [path, SETTINGS]) assert.equal((await member.api.get(address)).status, 403);
  assert.equal((await owner.api.delete(`${path}/acme.com`)).status, 200);
  assert.deepEqual((await owner.api.get(path)).body.domains, []);
  assert.equal((await owner.api.delete(`${path}/acme.com`)).status, 404);
});

test('of an organization a hundred domains are kept', async (t) => {
  const { owner, stores } = await openSignInWorld(t);
  await stores.postgres.query(
    `insert into domains_proved (organization_id, domain, token, created_at) select $1, 'a' || n || '.com', 'x', now() from generate_series(1, 99) n`,
    [ORGANIZATION],
  );
  const path = `/api/organizations/${ORGANIZATION}/sign-in/domains`;
  const answers = await Promise.all(['x.com', 'y.com', 'z.com'].map((domain) => owner.api.post(path, { domain })));
  assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '409', '409']);
  assert.equal((await owner.api.get(path)).body.domains.length, 100);
});

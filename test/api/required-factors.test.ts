import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { showCode } from '../support/authenticator.ts';
import { ageProofs } from '../support/factors-world.ts';
import { refuseLive } from '../support/live-client.ts';
import { readOperations } from '../support/openapi-walk.ts';
import { joinAs, makeOperator, PASSWORD, signIn } from '../support/people-world.ts';

/** What a person reaches who must set a second factor up. */
const REACHED = /^(?:\/api\/me|\/api\/me\/factors(?:\/.*)?|\/api\/sessions?(?:\/.*)?|\/api\/setup|\/api\/password\/.*)$/u;
const DAY_MS = 86_400_000;

async function enrol(browser: ApiClient): Promise<string> {
  const { secret } = (await browser.post('/api/me/factors/totp')).body;
  const confirmed = await browser.post('/api/me/factors/totp/confirm', { code: showCode(secret, -1) });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  return secret;
}

test('organizations that ask their members for a second factor', async (t) => {
  const world = await startTestApp(t);
  const { api, anonymous, url, stores } = world;
  for (const id of ['org_safe', 'org_other']) assert.equal((await api.post('/api/organizations', { name: id })).status, 201);
  const owner = await joinAs(world, 'org_safe', { role: 'owner' });
  const manager = await joinAs(world, 'org_safe', { role: 'manager' });
  const viewer = await joinAs(world, 'org_safe', { role: 'viewer' });
  const policy = '/api/organizations/org_safe/second-factor';
  const isRefused = async (browser: ApiClient, path: string): Promise<boolean> => {
    const { status, body } = await browser.get(path);
    return status === 403 && body.error === 'Second factor needed' && body.details.second_factor === true;
  };
  /** Time passes: sessions that were looked up before are looked up again. */
  const passDays = async (days: number): Promise<void> => {
    await stores.postgres.query(`update organizations set factor_required_since = factor_required_since - $1::int * interval '1 day'`, [
      days,
    ]);
    await stores.postgres.query(`update memberships set created_at = created_at - $1::int * interval '1 day', role = role`, [days]);
  };

  await t.test('an owner asks for it who has one, and others cannot', async () => {
    assert.equal((await manager.browser.put(policy, { required: true })).status, 403);
    assert.equal((await viewer.browser.put(policy, { required: true })).status, 403);
    const without = await owner.browser.put(policy, { required: true });
    assert.deepEqual([without.status, without.body.error], [409, 'No second factor']);
    await enrol(owner.browser);
    const { status, body } = await owner.browser.put(policy, { required: true });
    assert.equal(status, 200);
    const again = await owner.browser.put(policy, { required: true });
    assert.equal(again.body.factor_required_since, body.factor_required_since, 'asking again gives no more time');
    const { body: organization } = await owner.browser.get('/api/organizations/org_safe');
    assert.equal(organization.organization.factor_required_since, body.factor_required_since);
    await ageProofs(world.app, 11);
    assert.equal((await owner.browser.put(policy, { required: false })).body.error, 'Proof needed');
  });

  await t.test('members have seven days', async () => {
    const { body: me } = await viewer.browser.get('/api/me');
    assert.ok(Math.abs(Date.parse(me.second_factor_due_at) - Date.now() - 7 * DAY_MS) < DAY_MS / 24);
    assert.equal(me.must_set_up_factor, false);
    assert.equal((await owner.browser.get('/api/me')).body.second_factor_due_at, null, 'who has one is asked for nothing');
    await passDays(6);
    const { browser } = await signIn(world, viewer.email);
    assert.equal((await browser.get('/api/projects')).status, 200);
  });

  await t.test('then a session of who has none reaches what sets one up, and nothing else', async () => {
    await passDays(2);
    const { browser, cookie } = await signIn(world, viewer.email);
    const { body: me } = await browser.get('/api/me');
    assert.equal(me.must_set_up_factor, true);
    assert.equal((await browser.get('/api/session')).body.authenticated, true);
    const operations = readOperations((await anonymous.get('/openapi.json')).body);
    const closed = operations.filter(
      ({ method, path, access }) =>
        method === 'GET' && (access === 'key' || access === 'session') && !path.includes('{') && path.startsWith('/api/'),
    );
    assert.ok(closed.length > 50, `${closed.length} operations`);
    for (const [at, { path }] of closed.entries()) {
      if (path === '/api/live') continue;
      // A person has 60 requests a second.
      if (at % 30 === 0) await stores.postgres.query('delete from rate_limits');
      assert.equal(await isRefused(browser, path), !REACHED.test(path), path);
    }
    assert.equal((await refuseLive(url, { headers: { cookie, origin: url } })).status, 403);
    assert.equal((await browser.post('/api/me/password', { current_password: PASSWORD, new_password: PASSWORD })).status, 403);
    assert.equal((await owner.browser.get('/api/projects')).status, 200);
    const key = await world.withKey({ scopes: ['read'], organization_id: 'org_safe' });
    assert.equal((await key.get('/api/projects')).status, 200, 'keys are not asked');
    const late = await joinAs(world, 'org_safe', { role: 'viewer' });
    assert.equal((await late.browser.get('/api/projects')).status, 200, 'who came today has seven days');

    await enrol(browser);
    assert.equal((await browser.get('/api/projects')).status, 200, 'with a factor they are in at once');
  });

  await t.test('an owner takes the factors of a member who lost a device, and the audit log says so', async () => {
    const path = (userId: string): string => `/api/organizations/org_safe/members/${userId}/factors`;
    assert.equal((await manager.browser.delete(path(viewer.userId))).status, 403);
    await owner.browser.post('/api/session/step-up', { password: PASSWORD });
    assert.equal((await owner.browser.delete(path('usr_none'))).status, 404);
    const { status, body } = await owner.browser.delete(path(viewer.userId));
    assert.deepEqual([status, body.had_app], [200, true]);
    assert.equal((await viewer.browser.get('/api/me')).status, 401, 'their sessions ended');
    assert.equal((await signIn(world, viewer.email)).userId, viewer.userId, 'and the password is enough');
    const { body: audit } = await api.get('/api/admin/audit?action=factors&limit=100');
    const entry = audit.entries.find(({ action }: { action: string }) =>
      action.startsWith('DELETE /api/organizations/{organization_id}/members'),
    );
    assert.deepEqual([entry.actor.id, entry.status, entry.subject.user_id], [owner.userId, 200, viewer.userId]);
  });

  await t.test('what guards more than one organization is for operators to take', async () => {
    // The first owner of the service owns every organization.
    const operator = await makeOperator(world);
    const both = await joinAs(world, 'org_safe', { role: 'viewer' });
    await joinAs(world, 'org_other', { role: 'owner' });
    await stores.postgres.query(
      `insert into memberships select (jsonb_populate_record(m, jsonb_build_object('id', 'mem_other', 'organization_id', 'org_other'))).*
       from memberships m where user_id = $1`,
      [both.userId],
    );
    for (const { userId } of [operator, both]) {
      const { status, body } = await owner.browser.delete(`/api/organizations/org_safe/members/${userId}/factors`);
      assert.deepEqual([status, body.error], [409, 'Not of this organization alone']);
    }
    assert.equal((await api.post('/api/admin/users/reset-factors', { email: both.email })).status, 200);
  });

  await t.test('it can be taken back', async () => {
    const { status, body } = await owner.browser.put(policy, { required: false });
    assert.deepEqual([status, body.factor_required_since], [200, null]);
    assert.equal((await (await signIn(world, viewer.email)).browser.get('/api/me')).body.second_factor_due_at, null);
  });
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestApp } from '../support/app.ts';
import { connectLive } from '../support/live-client.ts';
import { inviteTo, joinAs, makeOperator, PAGE, PASSWORD, readInvitation, readMail, reopen, signIn } from '../support/people-world.ts';

/** How people come into an organization, what changes at once, and how they leave it. */

test('members', async (t) => {
  const world = await startTestApp(t);
  const { api, anonymous, stores, url } = world;
  const operator = await makeOperator(world);
  const { body: made } = await api.post('/api/projects', { name: 'Shop', organization_id: 'org_a' });
  const { body: other } = await api.post('/api/projects', { name: 'Other', organization_id: 'org_a' });
  await api.post('/api/projects', { name: 'Elsewhere', organization_id: 'org_b' });
  const owner = await joinAs(world, 'org_a', { role: 'owner' });
  const path = '/api/organizations/org_a';
  const accept = (token: string, body = {}, headers = {}) => anonymous.post(`/api/invitations/${token}`, body, { ...PAGE, ...headers });

  await t.test('an invitation shows what it is, makes one account, and is then as if it never was', async () => {
    const token = await inviteTo(world, 'org_a', { email: 'Ben@Example.com', role: 'viewer', message: 'Welcome' });
    const shown = await anonymous.get(`/api/invitations/${token}`);
    assert.deepEqual(
      [shown.status, shown.body.organization, shown.body.role, shown.body.email, shown.body.message, shown.body.has_account],
      [200, 'org_a', 'viewer', 'ben@example.com', 'Welcome', false],
    );
    const missing = await accept(token);
    assert.deepEqual([missing.status, missing.body.details.map((one: { path: string }) => one.path)], [400, ['name', 'password']]);
    const answers = await Promise.all([1, 2, 3].map(() => accept(token, { name: 'Ben', password: PASSWORD })));
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '404', '404']);
    const never = await anonymous.get('/api/invitations/sli_never_was');
    const spoiled = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const gone of [token, spoiled]) {
      const { status, body } = await anonymous.get(`/api/invitations/${gone}`);
      assert.deepEqual([status, { ...body, request_id: '' }], [404, { ...never.body, request_id: '' }]);
    }
    const { rows } = await stores.postgres.query('select * from invitations');
    assert.ok(!JSON.stringify(rows).includes(token));
  });

  await t.test('an invitation goes out by mail in plain words, and only there is the link', async () => {
    const email = 'mailed@example.com';
    const { body } = await owner.browser.post(`${path}/invitations`, { email, role: 'viewer', message: 'Hello <b>there</b>' });
    assert.deepEqual([body.link, body.invitation.is_mailed], [null, true]);
    const mail = await readMail(world, body.invitation);
    assert.equal(mail.subject, 'Invitation to org_a');
    for (const words of ['The owner invites you to org_a', 'Your role: viewer', 'Hello <b>there</b>'])
      assert.ok(mail.text.includes(words), words);
    const token = await readInvitation(world, body.invitation);
    assert.equal((await accept(token, { name: 'Mailed', password: PASSWORD })).status, 201);
    const { body: list } = await owner.browser.get(`${path}/members?limit=500`);
    assert.equal(list.members.find((one: { email: string }) => one.email === email).email_verified, true);
  });

  await t.test('an invitation that is old, taken back, replaced or of a closed organization is the same 404', async () => {
    await api.post('/api/organizations', { id: 'org_closed', name: 'Closed' });
    const closed = await inviteTo(world, 'org_closed', { email: 'x@example.com', role: 'viewer' });
    assert.equal((await api.delete('/api/organizations/org_closed')).status, 200);
    const [old, back, first] = await Promise.all(
      ['old', 'back', 'first'].map((name) => inviteTo(world, 'org_a', { email: `${name}@example.com`, role: 'viewer' })),
    );
    await stores.postgres.query(`update invitations set expires_at = now() where email = 'old@example.com'`);
    const { body } = await owner.browser.get(`${path}/invitations`);
    const idOf = (email: string): string => body.invitations.find((one: { email: string }) => one.email === email).id;
    assert.equal((await owner.browser.delete(`${path}/invitations/${idOf('back@example.com')}`)).status, 200);
    const again = await owner.browser.post(`${path}/invitations/${idOf('first@example.com')}/resend`);
    const bodies = new Set<string>();
    for (const token of [closed, old, back, first, 'sli_never'] as string[]) {
      for (const answer of [await anonymous.get(`/api/invitations/${token}`), await accept(token, { name: 'X', password: PASSWORD })]) {
        assert.equal(answer.status, 404);
        bodies.add(JSON.stringify({ ...answer.body, request_id: '' }));
      }
    }
    assert.equal(bodies.size, 1);
    const renewed = await readInvitation(world, again.body.invitation);
    assert.equal((await accept(renewed, { name: 'First', password: PASSWORD })).status, 201);
  });

  await t.test('whoever is signed in as another person, or has an account and is not, is refused; the account itself joins', async () => {
    const token = await inviteTo(world, 'org_b', { email: owner.email, role: 'editor' });
    const stranger = await joinAs(world, 'org_a', { role: 'viewer' });
    assert.equal((await accept(token, { name: 'Thief', password: PASSWORD })).status, 403);
    assert.equal((await accept(token, { name: 'Thief', password: PASSWORD }, { cookie: stranger.cookie })).status, 403);
    const free = await inviteTo(world, 'org_b', { email: 'free@example.com', role: 'editor' });
    assert.equal((await accept(free, { name: 'Thief', password: PASSWORD }, { cookie: stranger.cookie })).status, 403);
    assert.equal((await accept(token, {}, { cookie: owner.cookie })).status, 201);
    const { body: me } = await owner.browser.get('/api/me');
    assert.deepEqual([me.organization_id, me.role], ['org_b', 'editor']);
    assert.equal((await owner.browser.put('/api/session', { organization_id: 'org_a' })).status, 200);
  });

  await t.test('nothing but an invitation makes a person', async () => {
    const writes = (await api.get('/openapi.json')).body.paths as Record<string, Record<string, unknown>>;
    const open = Object.entries(writes).flatMap(([one, methods]) => Object.keys(methods).map((method) => `${method} ${one}`));
    assert.ok(!open.some((name) => /regist|sign-up|signup/u.test(name)));
    assert.equal(
      (await anonymous.post('/api/setup', { token: 'x'.repeat(43), email: 'me@example.com', name: 'Me', password: PASSWORD })).status,
      409,
    );
    assert.equal((await accept('sli_guessed', { name: 'Me', password: PASSWORD })).status, 404);
  });

  await t.test('what cannot be given is refused with its reason, and nothing is done', async () => {
    const manager = await joinAs(world, 'org_a', { role: 'manager' });
    const wrong: [string, object, number, string][] = [
      ['unknown role', { email: 'a@example.com', role: 'king' }, 400, 'role'],
      ['a role above', { email: 'a@example.com', role: 'owner' }, 400, 'role'],
      ['a project of nobody', { email: 'a@example.com', role: 'viewer', project_ids: ['proj_x'] }, 400, 'project_ids'],
      ['a member', { email: owner.email, role: 'viewer' }, 409, ''],
      ['an unknown field', { email: 'a@example.com', role: 'viewer', hide_cost: true }, 400, 'hide_cost'],
    ];
    for (const [what, body, status, field] of wrong) {
      const answer = await manager.browser.post(`${path}/invitations`, body);
      assert.equal(answer.status, status, what);
      if (field !== '')
        assert.ok(
          answer.body.details.some((one: { path: string }) => one.path === field),
          what,
        );
    }
    assert.equal((await manager.browser.put(`${path}/members/${owner.userId}`, { role: 'viewer' })).status, 400);
    assert.equal((await manager.browser.delete(`${path}/members/${owner.userId}`)).status, 400);
    assert.equal((await manager.browser.put(`${path}/members/${manager.userId}`, { role: 'owner' })).status, 400);
    assert.equal((await manager.browser.get('/api/organizations/org_b/members')).status, 404);
    const narrow = await joinAs(world, 'org_a', { role: 'manager', project_ids: [made.project_id] });
    const beyond = await narrow.browser.post(`${path}/invitations`, {
      email: 'a@example.com',
      role: 'viewer',
      project_ids: [other.project_id],
    });
    assert.deepEqual([beyond.status, beyond.body.details[0].path], [400, 'project_ids']);
    assert.equal((await narrow.browser.post(`${path}/invitations`, { email: 'a@example.com', role: 'viewer' })).status, 400);
  });

  await t.test('the last owner keeps the role; handing over makes another one first', async () => {
    const last = await joinAs(world, 'org_b', { role: 'owner' });
    const b = '/api/organizations/org_b/members';
    for (const refused of [
      await last.browser.put(`${b}/${last.userId}`, { role: 'viewer' }),
      await last.browser.delete(`${b}/${last.userId}`),
    ])
      assert.deepEqual([refused.status, refused.body.error], [409, 'The last owner']);
    const next = await joinAs(world, 'org_b', { role: 'manager' });
    assert.equal((await last.browser.put(`${b}/${next.userId}`, { role: 'owner' })).status, 200);
    const both = await Promise.all([last, next].map((one) => api.delete(`${b}/${one.userId}`)));
    assert.deepEqual(both.map(({ status }) => String(status)).toSorted(), ['200', '409']);
  });

  await t.test('a lower role and a removal hold at once: sessions, sockets and personal keys end', async () => {
    const editor = await joinAs(world, 'org_a', { role: 'editor' });
    const { body: key } = await editor.browser.post('/api/me/keys', { name: 'script', scopes: ['read', 'write'] });
    const byKey = { 'x-api-key': key.key };
    const track = (headers: object) =>
      anonymous.post('/api/tags', { project_id: made.project_id, name: Math.random().toString() }, headers as never);
    assert.equal((await track(byKey)).status, 201);
    assert.equal((await owner.browser.put(`${path}/members/${editor.userId}`, { role: 'viewer' })).status, 200);
    assert.equal((await editor.browser.post('/api/tags', { project_id: made.project_id, name: 'no' })).status, 403);
    assert.equal((await track(byKey)).status, 403);
    assert.equal((await anonymous.get('/api/projects', byKey)).status, 200);
    assert.equal((await owner.browser.put(`${path}/members/${editor.userId}`, { project_ids: [other.project_id] })).status, 200);
    assert.equal((await anonymous.get(`/api/projects/${made.project_id}`, byKey)).status, 404);
    const live = await connectLive(url, { path: '/api/live', headers: { cookie: editor.cookie, origin: url } });
    assert.equal((await owner.browser.delete(`${path}/members/${editor.userId}`)).status, 200);
    assert.equal((await editor.browser.get('/api/projects')).status, 401);
    assert.equal((await anonymous.get('/api/projects', byKey)).status, 401);
    await live.closed;
    // Another session of the person is signed in, and sees nothing of the organization.
    const later = await signIn(world, editor.email);
    assert.deepEqual((await later.browser.get('/api/me')).body.organizations, []);
    assert.equal((await later.browser.get(`/api/projects/${made.project_id}`)).status, 404);
  });

  await t.test('a personal key never exceeds the person, and is for its owner alone', async () => {
    const viewer = await joinAs(world, 'org_a', { role: 'viewer' });
    const beyond = await viewer.browser.post('/api/me/keys', { name: 'x', scopes: ['read', 'write'] });
    assert.deepEqual([beyond.status, beyond.body.details[0].path], [400, 'scopes']);
    const { body: key } = await viewer.browser.post('/api/me/keys', { name: 'mine', scopes: ['read'] });
    assert.equal((await viewer.browser.get('/api/me/keys')).body.api_keys.length, 1);
    assert.ok(!JSON.stringify((await owner.browser.get(`${path}/keys`)).body).includes(key.id));
    assert.equal((await owner.browser.delete(`/api/me/keys/${key.id}`)).status, 404);
    assert.equal((await viewer.browser.delete(`/api/me/keys/${key.id}`)).status, 200);
    const organizationKey = await owner.browser.post(`${path}/keys`, { name: 'shared', scopes: ['read', 'manage'] });
    assert.equal(organizationKey.status, 201);
    assert.equal((await owner.browser.post(`${path}/keys`, { name: 'too much', scopes: ['admin'] })).status, 400);
    const headers = { 'x-api-key': organizationKey.body.key };
    assert.equal((await anonymous.get(`${path}/members`, headers)).status, 200);
    assert.equal((await anonymous.get('/api/organizations/org_b/members', headers)).status, 404);
  });

  await t.test('an organization has so many members, and makes so many links within an hour', async () => {
    await api.post('/api/organizations', { id: 'org_full', name: 'Full' });
    const invite = (at: number) => api.post('/api/organizations/org_full/invitations', { email: `${at}@example.com`, role: 'viewer' });
    const answers = [];
    for (let at = 0; at < 22; at += 1) answers.push(await invite(at));
    assert.deepEqual([answers[19]?.status, answers[20]?.status, answers[20]?.headers.get('retry-after') !== null], [201, 429, true]);
    await stores.postgres.query(`update invitations set sent_at = now() - interval '2 hours' where organization_id = 'org_full'`);
    await stores.postgres.query(
      `insert into users (id, email, name, created_at) select 'usr_full_' || at, 'full_' || at || '@example.com', 'M', now() from generate_series(1, 200) at`,
    );
    await stores.postgres.query(
      `insert into memberships (id, user_id, organization_id, role, created_at) select 'mem_full_' || at, 'usr_full_' || at, 'org_full', 'viewer', now()
       from generate_series(1, 200) at`,
    );
    const beyond = await invite(100);
    assert.deepEqual([beyond.status, beyond.body.error], [409, 'Too many members']);
  });

  await t.test('a manager looks as a client does, changes nothing, and both are named in the audit log', async () => {
    const manager = await joinAs(world, 'org_a', { role: 'manager' });
    const client = await joinAs(world, 'org_a', { role: 'client', project_ids: [made.project_id] });
    for (const above of [owner, manager])
      assert.equal((await manager.browser.post(`${path}/view-as`, { user_id: above.userId })).status, 400);
    assert.equal((await client.browser.post(`${path}/view-as`, { user_id: manager.userId })).status, 403);
    assert.equal((await manager.browser.post(`${path}/view-as`, { user_id: client.userId })).status, 201);
    const page = reopen(url, manager.cookie);
    const { body: me } = await page.get('/api/me');
    assert.deepEqual([me.views_as.user_id, me.project_ids, me.rights], [client.userId, [made.project_id], ['look']]);
    assert.equal((await page.get(`/api/projects/${other.project_id}`)).status, 404);
    assert.equal((await page.post('/api/tags', { project_id: made.project_id, name: 'no' })).status, 403);
    assert.equal((await page.post('/api/views', { screen: 'keywords', name: 'no' })).status, 403);
    assert.equal((await page.delete('/api/view-as')).status, 200);
    assert.equal((await page.get(`/api/projects/${other.project_id}`)).status, 200);
    const { body: log } = await operator.browser.get('/api/admin/audit?action=view-as');
    assert.ok(
      log.entries.some(
        (entry: { actor: { id: string }; subject: object }) =>
          entry.actor.id === manager.userId && JSON.stringify(entry.subject).includes(client.userId),
      ),
    );
  });
});

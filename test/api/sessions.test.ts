import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { cookieOf, openSignedIn, SIGNED_OUT } from '../support/accounts-world.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { COOKIE_ONLY } from '../support/people-world.ts';
import { connectLive, refuseLive } from '../support/live-client.ts';
import { readOperations } from '../support/openapi-walk.ts';

const PASSWORD = 'correct horse battery';
const EMAIL = 'ada@example.com';
type Headers = Readonly<Record<string, string>>;

test('sessions', async (t) => {
  const world = await startTestApp(t);
  const { api, anonymous, stores, url } = world;
  const signIn = async (password = PASSWORD, headers = {}) => await anonymous.post('/api/session', { email: EMAIL, password }, headers);
  const openPage = async () => openSignedIn(url, await signIn());
  const forgetFailures = () => stores.postgres.query(`delete from rate_limits where key like 'rate:attempts%'`);

  await t.test(
    'the link of the first owner is in a file of the user alone; of three who use it at once one becomes the owner',
    async () => {
      const file = join(stores.dataDir, 'setup-link');
      const link = (await readFile(file, 'utf8')).trim();
      assert.equal(link, world.app.setupLink);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      const [page, token = ''] = link.split('#token=');
      assert.equal(page, `${url}/console/setup`);
      assert.deepEqual((await anonymous.get('/api/setup')).body, { success: true, needed: true });
      const owner = { email: 'Ada@Example.com', name: 'Ada', password: PASSWORD };
      assert.equal((await anonymous.post('/api/setup', { ...owner, token: 'x'.repeat(43) })).status, 401);
      for (const password of ['too short', ' '.repeat(12), 'a'.repeat(30), 'ab ab ab ab ab '])
        assert.equal((await anonymous.post('/api/setup', { ...owner, password, token })).status, 400, password);
      const answers = await Promise.all([1, 2, 3].map(() => anonymous.post('/api/setup', { ...owner, token })));
      assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '409', '409']);
      assert.deepEqual((await anonymous.get('/api/setup')).body, { success: true, needed: false });
      await assert.rejects(stat(file), { code: 'ENOENT' });
      assert.equal((await api.post('/api/admin/setup-link')).status, 409);

      const made = answers.find(({ status }) => status === 201)!;
      const { body: me } = await openSignedIn(url, made).get('/api/me');
      assert.deepEqual(
        [me.kind, me.email, me.name, me.role, me.scopes, me.organization_id, me.project_ids],
        ['user', EMAIL, 'Ada', 'owner', ['read', 'write', 'admin'], null, null],
      );
      const { rows } = await stores.postgres.query<{ passwordHash: string }>('select password_hash from users');
      assert.match(rows[0]!.passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
    },
  );

  await t.test('a session is a cookie that scripts and other sites cannot read, of which only a hash is stored', async () => {
    const answer = await signIn();
    assert.match(answer.headers.get('set-cookie') ?? '', /^sightline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/u);
    assert.equal(answer.body.kind, 'user');
    const page = openSignedIn(url, answer);
    assert.equal((await page.get('/api/session')).body.session.is_current, true);
    const me = await page.get('/api/me');
    assert.deepEqual([me.status, me.headers.get('cache-control'), me.headers.get('x-ratelimit-limit')], [200, 'no-store', '600']);
    const { rows } = await stores.postgres.query('select * from sessions');
    assert.ok(!JSON.stringify(rows).includes(cookieOf(answer).split('=')[1]!));
    assert.deepEqual((await anonymous.get('/api/session')).body, SIGNED_OUT);
  });

  await t.test('a cookie that is there before is not taken over, and its session ends with a new one', async () => {
    const planted = `sightline=${'p'.repeat(43)}`;
    const answer = await signIn(PASSWORD, { cookie: planted, 'sec-fetch-site': 'same-origin' });
    assert.equal(answer.status, 201);
    assert.notEqual(cookieOf(answer), planted);
    assert.equal((await anonymous.get('/api/me', { cookie: planted })).status, 401);
    const again = await signIn(PASSWORD, { cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' });
    assert.equal((await openSignedIn(url, answer).get('/api/me')).status, 401);
    assert.equal((await openSignedIn(url, again).get('/api/me')).status, 200);
    const twice = `${cookieOf(again)}; ${planted}`;
    assert.equal((await anonymous.get('/api/me', { cookie: twice })).status, 401);
  });

  await t.test('a copy of the cookie is worth nothing after the sign-out', async () => {
    const page = await openPage();
    const out = await page.delete('/api/session');
    assert.deepEqual([out.status, cookieOf(out)], [200, '']);
    assert.equal((await page.get('/api/me')).status, 401);
    assert.equal((await page.get('/api/session')).body.authenticated, false);
    assert.equal((await page.delete('/api/session')).status, 200);
  });

  await t.test('sessions are listed and ended one by one, those of others are not there', async () => {
    const [page, other] = [await openPage(), await openPage()];
    const { body } = await page.get('/api/sessions');
    const current = body.sessions.filter((one: { is_current: boolean }) => one.is_current);
    assert.deepEqual(
      current.map(({ id }: { id: string }) => id),
      [(await page.get('/api/session')).body.session.id],
    );
    const { id } = (await other.get('/api/session')).body.session;
    const bound = await world.withKey({ scopes: ['admin'], organization_id: 'org_session' });
    assert.equal((await bound.delete(`/api/sessions/${id}`)).status, 404);
    for (const status of [200, 404]) assert.equal((await page.delete(`/api/sessions/${id}`)).status, status);
    assert.equal((await other.get('/api/me')).status, 401);
    assert.equal((await page.get('/api/me')).status, 200);
    assert.equal((await api.delete(`/api/sessions/${current[0].id}`)).status, 200);
    assert.equal((await page.get('/api/me')).status, 401);
  });

  await t.test('a new password ends all other sessions', async () => {
    const [page, other] = [await openPage(), await openPage()];
    const wrong = await page.post('/api/me/password', { current_password: 'wrong', new_password: 'another long password' });
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'current_password']);
    assert.equal((await other.get('/api/me')).status, 200);
    const { status, body } = await page.post('/api/me/password', { current_password: PASSWORD, new_password: 'another long password' });
    assert.equal(status, 200);
    assert.ok(body.sessions_ended >= 1);
    assert.equal((await other.get('/api/me')).status, 401);
    assert.equal((await page.get('/api/me')).status, 200);
    assert.deepEqual([(await signIn()).status, (await signIn('another long password')).status], [401, 201]);
    await page.post('/api/me/password', { current_password: 'another long password', new_password: PASSWORD });
    assert.equal((await api.post('/api/me/password', { new_password: PASSWORD })).status, 403);
  });

  await t.test('the session of a key may do what the key may, and ends with it', async () => {
    const made = await api.post('/api/admin/api-keys', { name: 'reader', scopes: ['read'], organization_id: 'org_session' });
    const answer = await anonymous.post('/api/session', { api_key: made.body.key });
    assert.deepEqual([answer.status, answer.body.kind], [201, 'key']);
    const page = openSignedIn(url, answer);
    const { body: me } = await page.get('/api/me');
    assert.deepEqual([me.kind, me.id, me.name, me.organization_id, me.scopes], ['key', made.body.id, 'reader', 'org_session', ['read']]);
    assert.equal((await page.post('/api/projects', { name: 'No', organization_id: 'org_session' })).status, 403);
    assert.equal((await page.get('/api/sessions')).body.sessions.length, 1);
    await api.delete(`/api/admin/api-keys/${made.body.id}`);
    assert.equal((await page.get('/api/me')).status, 401);
    assert.equal((await anonymous.post('/api/session', { api_key: made.body.key })).status, 401);
  });

  await t.test('every process hears that a session has ended, by whatever statement', async () => {
    const page = await openPage();
    const { id } = (await page.get('/api/session')).body.session;
    const told = Promise.withResolvers<string>();
    const onNotification = (_channel: string, payload: string): void => (payload === id ? told.resolve(payload) : undefined);
    const subscription = { channels: ['sightline_api_keys'], onNotification, onConnect: () => Promise.resolve() };
    await stores.postgres.listener.subscribe(subscription);
    await stores.postgres.query('delete from sessions where id = $1', [id]);
    await told.promise;
    stores.postgres.listener.unsubscribe(subscription);
  });

  await t.test('what changes something is done for pages of the service only', async () => {
    const cookie = cookieOf(await signIn());
    const write = async (headers: Headers) =>
      (await anonymous.post('/api/projects', { name: 'Of a page', organization_id: 'org_pages' }, { cookie, ...headers })).status;
    const { host } = new URL(url);
    const refused: Headers[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
      { origin: 'https://evil.example' },
      { origin: `http://${host.split(':')[0]}:1` },
      { origin: 'null' },
    ];
    for (const headers of refused) assert.equal(await write(headers), 403, JSON.stringify(headers));
    const taken: Headers[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: `http://${host}` }];
    for (const headers of taken) assert.equal(await write(headers), 201);
    assert.equal((await anonymous.get('/api/me', { cookie, origin: 'https://evil.example' })).status, 200);
    assert.equal((await anonymous.delete('/api/session', undefined, { cookie, 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await anonymous.get('/api/me', { cookie })).status, 200);
    assert.equal((await signIn(PASSWORD, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await signIn(PASSWORD, { 'sec-fetch-site': 'same-site' })).status, 403);
    assert.equal((await anonymous.get('/init/clickhouse', { cookie, 'sec-fetch-site': 'same-origin' })).status, 401);
    assert.equal((await anonymous.post('/init/clickhouse', undefined, { cookie, 'sec-fetch-site': 'same-origin' })).status, 200);
  });

  await t.test('a key that is sent beside the cookie counts alone', async () => {
    const page = await openPage();
    const { key } = (await api.post('/api/admin/api-keys', { name: 'reader', scopes: ['read'], organization_id: 'org_beside' })).body;
    assert.equal((await page.get('/api/me', { 'x-api-key': key })).body.kind, 'key');
    assert.equal((await page.get(`/api/me?api_key=${key}`)).body.kind, 'key');
    for (const wrong of ['slk_wrong', 'w'.repeat(1_000)]) {
      assert.equal((await page.get('/api/me', { authorization: `Bearer ${wrong}` })).status, 401);
      assert.equal((await page.get('/api/me', { 'x-api-key': wrong })).status, 401);
    }
    assert.equal((await page.get('/api/me', { authorization: 'Basic b2Y6YXByb3h5' })).body.kind, 'user');
  });

  await t.test('the live socket takes the cookie from pages of the service, and closes with the session', async () => {
    const answer = await signIn();
    const cookie = cookieOf(answer);
    const refused: Headers[] = [{ cookie }, { cookie, origin: 'https://evil.example' }, { cookie, 'sec-fetch-site': 'same-site' }];
    for (const headers of refused) assert.equal((await refuseLive(url, { headers })).status, 403);
    const client = await connectLive(url, { headers: { cookie, origin: url } });
    await openSignedIn(url, answer).delete('/api/session');
    assert.equal((await client.closed).code, 1008);
    assert.equal((await refuseLive(url, { headers: { cookie, origin: url } })).status, 401);
  });

  await t.test('whatever is wrong, the answer is the same', async () => {
    await forgetFailures();
    const proofs = [
      { email: EMAIL, password: 'wrong' },
      { email: 'grace@example.com', password: 'wrong' },
      { api_key: 'slk_wrong' },
      { link: 'wrong' },
    ];
    const answers = await Promise.all(proofs.map((proof) => anonymous.post('/api/session', proof)));
    const told = answers.map(({ status, body }) => JSON.stringify({ status, ...body, request_id: '' }));
    assert.equal(new Set(told).size, 1, told.join('\n'));
    assert.equal(answers[0]!.status, 401);
    assert.ok(answers.every((answer) => cookieOf(answer) === ''));
  });

  await t.test('after ten wrong passwords of a name, or thirty, an address waits; keys and links still let an owner in', async () => {
    await forgetFailures();
    const fail = async (email: string) => (await anonymous.post('/api/session', { email, password: 'wrong' })).status;
    assert.equal((await signIn()).status, 201);
    const statuses = await Promise.all(Array.from({ length: 14 }, () => fail(EMAIL)));
    assert.deepEqual(
      [401, 429].map((status) => statuses.filter((one) => one === status).length),
      [10, 4],
    );
    const right = await signIn();
    assert.equal(right.status, 429);
    assert.ok(Number(right.headers.get('retry-after')) > 60);
    for (let name = 0; name < 20; name += 1) assert.equal(await fail(`${name}@example.com`), 401);
    assert.equal(await fail('last@example.com'), 429);
    assert.equal((await anonymous.post('/api/session', { api_key: TEST_ADMIN_KEY })).status, 201);
    for (let at = 0; at < 40; at += 1) assert.equal((await anonymous.post('/api/session', { link: `wrong ${at}` })).status, 401);
    await forgetFailures();
    assert.equal((await signIn()).status, 201);
  });

  await t.test('the document says which endpoints take a cookie and no key', async () => {
    const operations = readOperations((await anonymous.get('/openapi.json')).body);
    assert.deepEqual(
      operations.filter(({ access }) => access === 'session').map(({ name }) => name),
      COOKIE_ONLY,
    );
    assert.equal((await anonymous.post('/api/me/password', { new_password: PASSWORD })).status, 401);
  });

  await t.test('links sign in once; a new password from the operator ends what was open', async () => {
    const made = await api.post('/api/admin/users/sign-in-link', { email: EMAIL });
    const [page, link = ''] = made.body.link.split('#link=');
    assert.deepEqual([made.status, page], [201, `${url}/console/login`]);
    const answers = await Promise.all([1, 2, 3].map(() => anonymous.post('/api/session', { link })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 401, 401],
    );
    const opened = openSignedIn(
      url,
      answers.find(({ status }) => status === 201)!,
    );
    assert.equal((await opened.get('/api/me')).body.email, EMAIL);

    const late = (await api.post('/api/admin/users/sign-in-link')).body.link.split('#link=')[1];
    await stores.postgres.query(`update sign_in_links set ends_at = now()`);
    assert.equal((await anonymous.post('/api/session', { link: late })).status, 401);

    assert.equal((await api.post('/api/admin/users/reset-password', { email: 'grace@example.com' })).status, 404);
    const { body: reset } = await api.post('/api/admin/users/reset-password', { email: EMAIL });
    assert.equal((await opened.get('/api/me')).status, 401);
    assert.equal((await signIn(reset.password)).status, 201);
    assert.equal((await signIn()).status, 401);
    assert.deepEqual(
      (await api.get('/api/admin/users')).body.users.map((user: object) => ({ ...user, id: '', created_at: '' })),
      [{ id: '', email: EMAIL, name: 'Ada', role: 'owner', has_password: true, created_at: '' }],
    );
    const bound = await world.withKey({ scopes: ['admin'], organization_id: 'org_session' });
    assert.equal((await bound.post('/api/admin/users/sign-in-link')).status, 403);
  });

  await t.test('the audit log says who came in, who did not, and who left', async () => {
    const { body } = await api.get('/api/admin/audit?limit=500');
    const told = new Set(
      body.entries.map(
        ({ actor, action, status }: { actor: { kind: string; name: string | null }; action: string; status: number }) =>
          `${actor.kind} ${actor.name} ${action} ${status}`,
      ),
    );
    for (const line of [
      `user ${EMAIL} POST /api/setup 201`,
      'anonymous null POST /api/setup 401',
      `user ${EMAIL} POST /api/session 201`,
      'anonymous null POST /api/session 401',
      'key reader POST /api/session 201',
      `user ${EMAIL} DELETE /api/session 200`,
      `user ${EMAIL} DELETE /api/sessions/{id} 200`,
      `user ${EMAIL} POST /api/me/password 200`,
      `user ${EMAIL} POST /api/me/password 400`,
      `user ${EMAIL} POST /init/clickhouse 200`,
      'key first admin key POST /api/admin/users/sign-in-link 201',
      'key first admin key POST /api/admin/users/reset-password 201',
    ])
      assert.ok(told.has(line), `${line}\n${[...told].join('\n')}`);
    assert.ok(!JSON.stringify(body).includes(PASSWORD));
    const { body: own } = await api.get(`/api/admin/audit?actor=${EMAIL}&limit=1`);
    assert.equal(own.entries.length, 1);
  });
});

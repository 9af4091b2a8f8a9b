import assert from 'node:assert/strict';
import test from 'node:test';
import { cookieOf, openSignedIn } from '../support/accounts-world.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { showCode } from '../support/authenticator.ts';
import { EMAIL, makeFactorsWorld, PASSWORD } from '../support/factors-world.ts';

test('second factors', async (t) => {
  const world = await startTestApp(t);
  const { api, anonymous, stores, url } = world;
  const { signIn, complete, openPage, enrol, nextCode, reset, ageProofs } = await makeFactorsWorld(world);

  await t.test('an app counts when a code of it has confirmed it, and brings ten recovery codes', async () => {
    const page = await openPage();
    const { body: none } = await page.get('/api/me/factors');
    assert.deepEqual(none, { success: true, ways: [], totp_since: null, passkeys: [], recovery_codes_left: 0 });
    assert.equal((await page.post('/api/me/factors/totp/confirm', { code: '123456' })).status, 404);
    const { body: begun } = await page.post('/api/me/factors/totp');
    assert.match(begun.otpauth, new RegExp(`^otpauth://totp/Sightline%3Aada%40example.com\\?secret=${begun.secret}&`, 'u'));
    assert.equal((await signIn()).status, 201, 'it does not count yet');
    const wrong = await page.post('/api/me/factors/totp/confirm', { code: showCode(begun.secret, 5) });
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'code']);
    const confirmed = await page.post('/api/me/factors/totp/confirm', { code: showCode(begun.secret) });
    assert.equal(confirmed.status, 200);
    assert.equal(new Set(confirmed.body.recovery_codes).size, 10);
    for (const code of confirmed.body.recovery_codes) assert.match(code, /^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/u);
    const { body } = await page.get('/api/me/factors');
    assert.deepEqual([body.ways, body.recovery_codes_left], [['code', 'recovery_code'], 10]);
    const { rows } = await stores.postgres.query('select * from totp_factors, recovery_codes');
    const stored = JSON.stringify(rows);
    for (const secret of [begun.secret, ...confirmed.body.recovery_codes]) assert.ok(!stored.includes(secret));
    await reset();
  });

  await t.test('the app before counts until another one is confirmed', async () => {
    const page = await openPage();
    const { secret } = await enrol(page);
    const { body: next } = await page.post('/api/me/factors/totp');
    assert.equal((await complete({ code: await nextCode(secret) })).status, 201);
    const confirmed = await page.post('/api/me/factors/totp/confirm', { code: showCode(next.secret) });
    assert.deepEqual([confirmed.status, confirmed.body.recovery_codes], [200, null], 'the recovery codes stay');
    assert.equal((await complete({ code: await nextCode(secret) })).status, 401);
    assert.equal((await complete({ code: await nextCode(next.secret) })).status, 201);
    await reset();
  });

  await t.test('with a right password there is no session yet, and a code gives one, once', async () => {
    const { secret } = await enrol(await openPage());
    const first = await signIn();
    assert.deepEqual([first.status, cookieOf(first), first.body.authenticated, first.body.session], [200, '', false, null]);
    assert.deepEqual(first.body.factor.ways, ['code', 'recovery_code']);
    assert.match(first.body.factor.token, /^[\w-]{43}$/u);
    const { rows } = await stores.postgres.query('select * from pending_sign_ins');
    assert.ok(!JSON.stringify(rows).includes(first.body.factor.token));
    const { token } = first.body.factor;
    const code = await nextCode(secret);
    const done = await anonymous.post('/api/session/factor', { token, code });
    assert.deepEqual([done.status, done.body.kind, done.body.factor], [201, 'user', null]);
    assert.equal((await openSignedIn(url, done).get('/api/me')).body.email, EMAIL);
    assert.equal((await complete({ code })).status, 401, 'the code was used');
    assert.equal((await complete({ code: showCode(secret, -1) })).status, 401, 'and with it every code before it');
    assert.equal((await anonymous.post('/api/session/factor', { token, code: showCode(secret, 1) })).status, 401, 'and so was the sign-in');
    await reset();
  });

  await t.test('of several sign-ins with one code at the same moment one goes on', async () => {
    const { secret, recoveryCodes } = await enrol(await openPage());
    const code = await nextCode(secret);
    for (const proof of [{ code }, { recovery_code: recoveryCodes?.[0] }]) {
      const pending = await Promise.all([1, 2, 3, 4].map(() => signIn()));
      const answers = await Promise.all(
        pending.map(({ body }) => anonymous.post('/api/session/factor', { token: body.factor.token, ...proof })),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((one, other) => one - other),
        [201, 401, 401, 401],
        JSON.stringify(proof),
      );
    }
    await reset();
  });

  await t.test('after five wrong codes a person waits, wherever they come from; a recovery code still lets them in', async () => {
    const { secret, recoveryCodes } = await enrol(await openPage());
    await nextCode(secret);
    for (let wrong = 0; wrong < 5; wrong += 1) assert.equal((await complete({ code: showCode(secret, 5 + wrong) })).status, 401);
    const right = await complete({ code: showCode(secret) });
    assert.equal(right.status, 429);
    assert.ok(Number(right.headers.get('retry-after')) > 60);
    assert.equal((await complete({ recovery_code: recoveryCodes?.[1] })).status, 201);
    await reset();
  });

  await t.test('a sign-in takes five tries and waits five minutes', async () => {
    const { secret, recoveryCodes } = await enrol(await openPage());
    const { token } = (await signIn()).body.factor;
    for (let wrong = 0; wrong < 5; wrong += 1)
      assert.equal((await anonymous.post('/api/session/factor', { token, recovery_code: `wrong ${wrong}` })).status, 401);
    const over = await anonymous.post('/api/session/factor', { token, recovery_code: recoveryCodes?.[0] });
    assert.deepEqual([over.status, over.body.message], [401, 'This sign-in is over.']);
    const late = (await signIn()).body.factor.token;
    await stores.postgres.query('update pending_sign_ins set ends_at = now()');
    assert.equal((await anonymous.post('/api/session/factor', { token: late, code: await nextCode(secret) })).status, 401);
    await reset();
  });

  await t.test('a recovery code is good once, in any spelling; new ones take the place of the old', async () => {
    const { recoveryCodes } = await enrol(await openPage());
    const [first = '', second = '', third = ''] = recoveryCodes ?? [];
    const answer = await complete({ recovery_code: ` ${first.toLowerCase().replaceAll('-', ' ')} ` });
    assert.equal(answer.status, 201);
    assert.equal((await complete({ recovery_code: first })).status, 401);
    const page = openSignedIn(url, answer);
    assert.equal((await page.get('/api/me/factors')).body.recovery_codes_left, 9);
    const { status, body } = await page.post('/api/me/factors/recovery-codes');
    assert.deepEqual([status, body.recovery_codes.length], [201, 10]);
    assert.equal((await complete({ recovery_code: second })).status, 401);
    assert.equal((await complete({ recovery_code: body.recovery_codes[9] })).status, 201);
    assert.equal((await page.delete('/api/me/factors/totp')).status, 200);
    assert.equal((await page.get('/api/me/factors')).body.recovery_codes_left, 0);
    assert.equal((await page.post('/api/me/factors/recovery-codes')).status, 409);
    assert.equal((await page.delete('/api/me/factors/totp')).status, 404);
    assert.equal((await signIn()).status, 201, third);
    await reset();
  });

  await t.test('a link wants the factor too, an API key does not', async () => {
    await enrol(await openPage());
    const { link } = (await api.post('/api/admin/users/sign-in-link', { email: EMAIL })).body;
    const answer = await anonymous.post('/api/session', { link: link.split('#link=')[1] });
    assert.deepEqual([answer.status, cookieOf(answer), answer.body.factor.ways], [200, '', ['code', 'recovery_code']]);
    assert.equal((await anonymous.post('/api/session', { api_key: TEST_ADMIN_KEY })).status, 201);
    assert.equal((await api.get('/api/me')).status, 200);
    await reset();
  });

  await t.test('what must be safe asks once more after ten minutes', async () => {
    const page = await openPage();
    const other = await openPage();
    const guarded = [
      () => page.post('/api/admin/api-keys', { name: 'safe', scopes: ['read'], organization_id: 'org_safe' }),
      () => page.post('/api/me/factors/totp'),
      () => page.post('/api/admin/users/sign-in-link'),
    ];
    for (const ask of guarded) assert.equal((await ask()).status, 201);
    await ageProofs(9.9);
    for (const ask of guarded) assert.equal((await ask()).status, 201);
    await ageProofs(10.1);
    for (const ask of guarded) {
      const refused = await ask();
      assert.deepEqual(
        [refused.status, refused.body.error, refused.body.details],
        [403, 'Proof needed', { step_up: true, within_seconds: 600 }],
      );
    }
    assert.equal((await page.get('/api/me')).status, 200);
    assert.equal((await api.post('/api/admin/api-keys', { name: 'k', scopes: ['read'], organization_id: 'org_safe' })).status, 201);
    const wrong = await page.post('/api/session/step-up', { password: 'wrong' });
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'password']);
    assert.equal((await guarded[0]!()).status, 403);
    const { status, body } = await page.post('/api/session/step-up', { password: PASSWORD });
    assert.equal(status, 200);
    assert.ok(Math.abs(Date.parse(body.ends_at) - Date.now() - 600_000) < 60_000);
    for (const ask of guarded) assert.equal((await ask()).status, 201);
    assert.equal((await other.post('/api/me/factors/totp')).status, 403, 'another session proves itself');
    const { body: app } = await page.post('/api/me/factors/totp');
    assert.equal((await page.post('/api/me/factors/totp/confirm', { code: showCode(app.secret) })).status, 200);
    const code = await nextCode(app.secret);
    assert.equal((await other.post('/api/session/step-up', { code })).status, 200);
    assert.equal((await page.post('/api/session/step-up', { code })).status, 400, 'the code was used');
    assert.equal((await other.post('/api/me/factors/recovery-codes')).status, 201);
    assert.equal((await api.post('/api/session/step-up', { password: PASSWORD })).status, 403);
    await reset();
  });

  await t.test('the document says which calls ask for a proof', async () => {
    const { body } = await anonymous.get('/openapi.json');
    const operations = Object.entries<Record<string, Record<string, unknown>>>(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
    );
    const guarded = operations.filter(({ operation }) => operation['x-step-up'] === true);
    for (const name of [
      'POST /api/admin/api-keys',
      'POST /api/admin/tokens',
      'POST /api/admin/users/reset-password',
      'POST /api/admin/users/reset-factors',
      'DELETE /api/me/factors/totp',
    ])
      assert.ok(
        guarded.some((one) => one.name === name),
        name,
      );
    for (const { operation } of guarded) assert.match(JSON.stringify(operation), /responses\/proof_needed/u);
  });

  await t.test('other pages cannot do any of it', async () => {
    const answer = await signIn();
    const cookie = cookieOf(answer);
    const paths = [
      '/api/session/factor',
      '/api/session/passkey',
      '/api/session/step-up',
      '/api/me/factors/totp',
      '/api/me/factors/recovery-codes',
      '/api/me/factors/passkeys/options',
    ];
    const strangers: Readonly<Record<string, string>>[] = [
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: url },
    ];
    for (const path of paths)
      for (const headers of strangers) {
        const { status } = await anonymous.post(path, { token: 'x', code: '1', password: PASSWORD }, { cookie, ...headers });
        assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
      }
    for (const headers of strangers) {
      const { status } = await anonymous.post('/api/session/factor', { token: 'x', code: '1' }, headers);
      assert.equal(status, 403, 'without a session too');
    }
  });

  await t.test('who lost a device comes in by a recovery code or by a reset, and the audit log has both', async () => {
    const { recoveryCodes } = await enrol(await openPage());
    const page = openSignedIn(url, await complete({ recovery_code: recoveryCodes?.[0] }));
    assert.equal((await page.get('/api/me')).status, 200);
    assert.equal((await complete({ code: '000000' })).status, 401);
    const answer = await api.post('/api/admin/users/reset-factors', { email: EMAIL });
    assert.deepEqual([answer.status, answer.body.had_app, answer.body.passkeys_removed], [200, true, 0]);
    assert.equal((await page.get('/api/me')).status, 401, 'their sessions ended');
    assert.equal((await signIn()).status, 201);
    assert.equal((await api.post('/api/admin/users/reset-factors', { email: 'grace@example.com' })).status, 404);
    const bound = await world.withKey({ scopes: ['admin'], organization_id: 'org_bound' });
    assert.equal((await bound.post('/api/admin/users/reset-factors', { email: EMAIL })).status, 403);
    const { body } = await api.get('/api/admin/audit?limit=200');
    const entries = new Set(
      body.entries.map(
        ({ actor, action, status, subject }: { actor: { name: string | null }; action: string; status: number; subject: object }) =>
          `${actor.name} ${action} ${status} ${JSON.stringify({ ...subject, session_id: undefined, user_id: undefined, sessions_ended: undefined })}`,
      ),
    );
    for (const line of [
      `${EMAIL} POST /api/session 200 {"by":"password","needs":"factor"}`,
      `${EMAIL} POST /api/session/factor 201 {"by":"recovery_code","began_by":"password"}`,
      `null POST /api/session/factor 401 {"by":"code"}`,
      `first admin key POST /api/admin/users/reset-factors 200 {"email":"${EMAIL}","had_app":true,"passkeys_removed":0}`,
      `${EMAIL} POST /api/me/factors/totp 201 {}`,
      `${EMAIL} POST /api/me/factors/totp/confirm 200 {}`,
      `${EMAIL} DELETE /api/me/factors/totp 200 {}`,
      `${EMAIL} POST /api/session/step-up 200 {"by":"password"}`,
    ])
      assert.ok(entries.has(line), `${line}\n${[...entries].join('\n')}`);
  });
});

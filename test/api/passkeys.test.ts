import assert from 'node:assert/strict';
import test from 'node:test';
import { cookieOf, makeBrowser } from '../support/accounts-world.ts';
import type { Answer, ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { makeAuthenticator, type Authenticator, type Misuse } from '../support/authenticator.ts';
import { EMAIL, makeFactorsWorld } from '../support/factors-world.ts';

test('passkeys', async (t) => {
  const world = await startTestApp(t, { environment: { PUBLIC_URL: 'https://rank.example.com' } });
  const { stores, api, url } = world;
  const origin = 'https://rank.example.com';
  const { openPage, signIn, reset, ageProofs } = await makeFactorsWorld(world);
  const visitor = makeBrowser(url, { 'sec-fetch-site': 'same-origin' });
  const askToSign = async (page: ApiClient, body: object = {}) => (await page.post('/api/session/passkey', body)).body.options;
  const signInWith = async (authenticator: Authenticator, misuse?: Misuse): Promise<Answer> =>
    await visitor.post('/api/session', { passkey: authenticator.get(await askToSign(visitor), misuse) });
  const add = async (page: ApiClient, name: string, authenticator: Authenticator, misuse?: Misuse): Promise<Answer> => {
    const { body } = await page.post('/api/me/factors/passkeys/options');
    return await page.post('/api/me/factors/passkeys', { name, passkey: authenticator.create(body.options, misuse) });
  };

  await t.test('a passkey is made for the public address, without attestation and with a check of its person', async () => {
    const page = await openPage();
    const { body } = await page.post('/api/me/factors/passkeys/options');
    const { options } = body;
    assert.deepEqual(
      [options.rp, options.attestation, options.authenticatorSelection.userVerification, options.authenticatorSelection.residentKey],
      [{ name: 'Sightline', id: 'rank.example.com' }, 'none', 'required', 'required'],
    );
    assert.equal(Buffer.from(options.challenge, 'base64url').length, 32);
    const authenticator = makeAuthenticator(origin);
    const answer = await page.post('/api/me/factors/passkeys', { name: ' Laptop ', passkey: authenticator.create(options) });
    assert.deepEqual([answer.status, answer.body.passkey.name, answer.body.recovery_codes.length], [201, 'Laptop', 10]);
    const again = await page.post('/api/me/factors/passkeys', { name: 'Again', passkey: authenticator.create(options) });
    assert.deepEqual([again.status, again.body.details[0].path], [400, 'passkey'], 'the challenge was used');
    assert.equal((await add(page, 'Twice', authenticator)).status, 409);
    const second = await add(page, 'Phone', makeAuthenticator(origin));
    assert.deepEqual([second.status, second.body.recovery_codes], [201, null]);
    const { body: factors } = await page.get('/api/me/factors');
    assert.deepEqual(
      [factors.ways, factors.passkeys.map(({ name, used_at }: Record<string, unknown>) => [name, used_at])],
      [
        ['recovery_code', 'passkey'],
        [
          ['Laptop', null],
          ['Phone', null],
        ],
      ],
    );
    const { options: next } = (await page.post('/api/me/factors/passkeys/options')).body;
    assert.equal(next.excludeCredentials.length, 2);
    await reset();
  });

  await t.test('it signs in without a name, and completes a sign-in by password', async () => {
    const page = await openPage();
    const authenticator = makeAuthenticator(origin, { counts: true });
    await add(page, 'Laptop', authenticator);
    const options = await askToSign(visitor);
    assert.deepEqual([options.rpId, options.userVerification, options.allowCredentials], ['rank.example.com', 'required', undefined]);
    const alone = await signInWith(authenticator);
    assert.deepEqual([alone.status, alone.body.kind, alone.body.factor], [201, 'user', null]);
    assert.equal((await makeBrowser(url, { cookie: cookieOf(alone) }).get('/api/me')).body.email, EMAIL);
    assert.ok((await page.get('/api/me/factors')).body.passkeys[0].used_at !== null);

    const { token, ways } = (await signIn()).body.factor;
    assert.deepEqual(ways, ['recovery_code', 'passkey']);
    const wanted = await askToSign(visitor, { token });
    assert.deepEqual(
      wanted.allowCredentials.map(({ id }: { id: string }) => id),
      [authenticator.id],
    );
    const completed = await visitor.post('/api/session/factor', { token, passkey: authenticator.get(wanted) });
    assert.equal(completed.status, 201);
    assert.equal((await visitor.post('/api/session/passkey', { token })).status, 401, 'the sign-in is over');
    await reset();
  });

  await t.test('whatever is wrong with what it signs, nothing comes of it', async () => {
    const authenticator = makeAuthenticator(origin, { counts: true });
    await add(await openPage(), 'Laptop', authenticator);
    assert.equal((await signInWith(authenticator)).status, 201);
    const misuses: Readonly<Record<string, Misuse>> = {
      'another origin': { origin: 'https://rank.example.com.evil.example' },
      'a subdomain': { origin: 'https://blog.rank.example.com' },
      'a plain connection': { origin: 'http://rank.example.com' },
      'no origin': { origin: 'null' },
      'another site': { rpId: 'example.com' },
      'a frame of another page': { crossOrigin: true },
      'a challenge that never was': { challenge: Buffer.alloc(32).toString('base64url') },
      'its person not verified': { isVerified: false },
      'its person not there': { isPresent: false },
      'a counter that went back': { counter: 1 },
      'a counter that stands': { counter: 2 },
      'a counter that became none': { counter: 0 },
      'another key': { key: makeAuthenticator(origin).key },
      'another ceremony': { type: 'webauthn.create' },
      'another person': { userHandle: Buffer.from('usr_other').toString('base64url') },
    };
    const told = new Set<string>();
    for (const [name, misuse] of Object.entries(misuses)) {
      const answer = await signInWith(authenticator, misuse);
      assert.deepEqual([answer.status, cookieOf(answer)], [401, ''], name);
      told.add(JSON.stringify({ ...answer.body, request_id: '' }));
    }
    const stranger = await signInWith(makeAuthenticator(origin));
    told.add(JSON.stringify({ ...stranger.body, request_id: '' }));
    assert.equal(told.size, 1, 'one answer to whatever is wrong');
    assert.equal((await signInWith(authenticator)).status, 201);
    assert.equal((await signInWith(authenticator, { userHandle: null })).status, 201, 'an authenticator need not say whose it is');
    await reset();
  });

  await t.test('the same misuses make no passkey', async () => {
    const page = await openPage();
    const misuses: readonly Misuse[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { crossOrigin: true },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { isVerified: false },
      { isPresent: false },
      { type: 'webauthn.get' },
    ];
    for (const misuse of misuses)
      assert.equal((await add(page, 'No', makeAuthenticator(origin), misuse)).status, 400, JSON.stringify(misuse));
    const { passkeys } = (await page.get('/api/me/factors')).body;
    assert.deepEqual(passkeys, []);
  });

  await t.test('a challenge is good once, for five minutes, and for what it was made for', async () => {
    const page = await openPage();
    const authenticator = makeAuthenticator(origin);
    await add(page, 'Laptop', authenticator);
    const signed = authenticator.get(await askToSign(visitor));
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post('/api/session', { passkey: signed })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 401, 401],
    );
    const late = authenticator.get(await askToSign(visitor));
    await stores.postgres.query('update passkey_challenges set ends_at = now()');
    assert.equal((await visitor.post('/api/session', { passkey: late })).status, 401);

    const { token } = (await signIn()).body.factor;
    const forFactor = authenticator.get(await askToSign(visitor, { token }));
    assert.equal((await visitor.post('/api/session', { passkey: forFactor })).status, 401, 'that of a second factor signs nobody in');
    const forSignIn = authenticator.get(await askToSign(visitor));
    assert.equal((await visitor.post('/api/session/factor', { token, passkey: forSignIn })).status, 401, 'nor the other way round');
    const forStepUp = authenticator.get(await askToSign(page));
    assert.equal((await visitor.post('/api/session/factor', { token, passkey: forStepUp })).status, 401);
    await ageProofs(11);
    assert.equal((await page.post('/api/session/step-up', { passkey: authenticator.get(await askToSign(visitor)) })).status, 400);
    assert.equal((await page.post('/api/session/step-up', { passkey: forStepUp })).status, 200);
    await reset();
  });

  await t.test('a person has at most twenty, renames them, and removes the last with its recovery codes', async () => {
    const page = await openPage();
    assert.equal((await add(page, 'Key', makeAuthenticator(origin))).status, 201);
    await stores.postgres.query(
      `insert into passkeys select (jsonb_populate_record(one, jsonb_build_object('id', one.id || n, 'credential_id', n, 'created_at', now()))).*
       from passkeys one, generate_series(1, 19) n`,
    );
    const full = await add(page, 'One too many', makeAuthenticator(origin));
    assert.deepEqual([full.status, full.body.error], [409, 'Too many passkeys']);
    const { passkeys } = (await page.get('/api/me/factors')).body;
    assert.equal(passkeys.length, 20);
    const path = (id: string): string => `/api/me/factors/passkeys/${id}`;
    assert.equal((await page.put(path(passkeys[0].id), { name: 'Renamed' })).status, 200);
    assert.equal((await page.put(path('pky_unknown'), { name: 'Renamed' })).status, 404);
    assert.equal((await page.get('/api/me/factors')).body.passkeys[0].name, 'Renamed');
    await ageProofs(11);
    assert.equal((await page.delete(path(passkeys[0].id))).status, 403);
    await reset();
    const again = await openPage();
    const { body } = await add(again, 'Only', makeAuthenticator(origin));
    assert.equal((await again.delete(path(body.passkey.id))).status, 200);
    assert.equal((await again.delete(path(body.passkey.id))).status, 404);
    assert.deepEqual((await again.get('/api/me/factors')).body.recovery_codes_left, 0);
    assert.equal((await api.post('/api/admin/users/reset-factors', { email: EMAIL })).body.passkeys_removed, 0);
  });
});

test('without a public address passkeys belong to localhost at the port of the page', async (t) => {
  const world = await startTestApp(t);
  const { openPage, addPasskey, origin } = await makeFactorsWorld(world);
  const page = await openPage();
  assert.equal((await addPasskey(page, 'Laptop')).answer.status, 201);
  for (const other of [
    world.url,
    'http://localhost:1',
    origin.replace('http:', 'https:'),
    origin.replace('localhost', 'localhost.example'),
  ])
    assert.equal((await addPasskey(page, 'No', makeAuthenticator(other))).answer.status, 400, other);
});

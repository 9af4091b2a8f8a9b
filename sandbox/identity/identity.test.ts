import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test, before, after } from 'node:test';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { startSandboxClient, type SandboxClient } from '../../test/support/sandbox-client.ts';

const CALLBACK = 'http://127.0.0.1:9/callback';
const SECRET = 'sandbox-client-secret';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

suite('identity providers of the sandbox', () => {
  let client: SandboxClient;
  before(async () => {
    client = await startSandboxClient();
  });
  after(() => client.sandbox.close());

  const issuerOf = (tenant: string) => `${client.sandbox.url}/identity/${tenant}`;
  const configure = (body: object) => client.control('/_sandbox/identity', body);

  /** Asks for a sign-in, and follows the answer no further. */
  const authorize = async (tenant: string, changes: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state: 'a state',
      nonce: 'a nonce',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...changes,
    });
    const { status, headers } = await fetch(`${issuerOf(tenant)}/authorize?${query.toString()}`, { redirect: 'manual' });
    assert.equal(status, 302);
    return new URL(headers.get('location') ?? '').searchParams;
  };
  const take = async (tenant: string, changes: Readonly<Record<string, string>>) => {
    const form = {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      client_id: 'client',
      client_secret: SECRET,
      code_verifier: VERIFIER,
    };
    const response = await fetch(`${issuerOf(tenant)}/token`, { method: 'POST', body: new URLSearchParams({ ...form, ...changes }) });
    return { status: response.status, body: (await response.json()) as { id_token: string; access_token: string; error?: string } };
  };
  const signIn = async (tenant: string) => {
    const answer = await authorize(tenant);
    return { answer, ...(await take(tenant, { code: answer.get('code') ?? '' })) };
  };
  const readKeys = async (tenant: string) => (await (await fetch(`${issuerOf(tenant)}/jwks`)).json()) as JSONWebKeySet;

  test('a person who is named is signed in, by a token that the published keys prove', async () => {
    await configure({
      tenant: 'good',
      people: [{ sub: 'ada', email: 'ada@acme.com', email_verified: true, groups: ['seo'] }, { sub: 'bob' }],
      sign_in: 'ada',
    });
    const { answer, status, body } = await signIn('good');
    assert.equal(status, 200);
    assert.deepEqual([answer.get('state'), answer.get('iss')], ['a state', issuerOf('good')]);
    const { payload } = await jwtVerify(body.id_token, createLocalJWKSet(await readKeys('good')), {
      issuer: issuerOf('good'),
      audience: 'client',
    });
    assert.deepEqual([payload.sub, payload['email'], payload['groups'], payload['nonce']], ['ada', 'ada@acme.com', ['seo'], 'a nonce']);
    const { by_endpoint: calls } = (await client.control('/_sandbox/calls')).body as { by_endpoint: Record<string, number> };
    assert.equal(calls['/identity/good/token'], 1);
  });

  test('a code is good once, for who asked for it, with the proof of who asked', async () => {
    const code = async () => (await authorize('codes')).get('code') ?? '';
    const used = await code();
    assert.equal((await take('codes', { code: used })).status, 200);
    const wrongs: Record<string, string>[] = [
      { code: used },
      { code: await code(), client_id: 'other' },
      { code: await code(), code_verifier: 'w'.repeat(43) },
      { code: await code(), redirect_uri: `${CALLBACK}/other` },
    ];
    for (const wrong of wrongs) assert.equal((await take('codes', wrong)).body.error, 'invalid_grant', JSON.stringify(wrong));
    assert.equal((await take('codes', { code: await code(), client_secret: 'wrong' })).status, 401);
    assert.equal((await authorize('codes', { code_challenge_method: 'plain' })).get('error'), 'invalid_request');
  });

  test('thin tokens leave what is claimed to the access token', async () => {
    await configure({ tenant: 'thin', thin_tokens: true });
    const { body } = await signIn('thin');
    assert.deepEqual([decodeJwt(body.id_token).sub, decodeJwt(body.id_token)['email']], ['somebody', undefined]);
    const person = await fetch(`${issuerOf('thin')}/userinfo`, { headers: { authorization: `Bearer ${body.access_token}` } });
    assert.equal(((await person.json()) as { email: string }).email, 'somebody@example.com');
  });

  test('a new key is published beside the one before, and signs from then on', async () => {
    const first = decodeProtectedHeader((await signIn('keys')).body.id_token).kid;
    await configure({ tenant: 'keys', rotate_key: true });
    const second = decodeProtectedHeader((await signIn('keys')).body.id_token).kid;
    assert.notEqual(second, first);
    assert.deepEqual(
      (await readKeys('keys')).keys.map(({ kid }) => kid),
      [second, first],
    );
  });

  test('every broken answer is broken in its one way', async () => {
    const good = await signIn('broken');
    const shape = ({ answer, status, body }: Awaited<ReturnType<typeof signIn>>) => {
      const claims = status === 200 ? decodeJwt(body.id_token) : {};
      const { alg, kid } = status === 200 ? decodeProtectedHeader(body.id_token) : {};
      const isLate = (claims.exp ?? 0) * 1_000 < new Date().getTime();
      const isOld = Number(claims['auth_time'] ?? 0) * 1_000 < new Date().getTime() - 1_800_000;
      return {
        alg,
        kid,
        isLate,
        isOld,
        nonce: claims['nonce'],
        iss: claims.iss,
        aud: claims.aud,
        state: answer.get('state'),
        answerIssuer: answer.get('iss'),
        status,
        email_verified: claims['email_verified'],
        hasGroups: 'groups' in claims,
        isHuge: (body.id_token ?? '').length > 1_000_000,
        error: answer.get('error'),
      };
    };
    const expected = shape(good);
    const differs: Readonly<Record<string, readonly string[]>> = {
      alg_none: ['alg', 'kid'],
      other_key: ['kid'],
      wrong_nonce: ['nonce'],
      wrong_issuer: ['iss'],
      wrong_audience: ['aud'],
      expired: ['isLate'],
      old_sign_in: ['isOld'],
      wrong_state: ['state'],
      wrong_answer_issuer: ['answerIssuer'],
      unverified_address: ['email_verified'],
      missing_groups: ['hasGroups'],
      huge_token: ['isHuge'],
    };
    for (const [broken, fields] of Object.entries(differs)) {
      await configure({ tenant: 'broken', broken });
      const found = shape(await signIn('broken'));
      const changed = Object.keys(expected).filter((name) => Reflect.get(found, name) !== Reflect.get(expected, name));
      assert.deepEqual(changed, fields, broken);
    }
    await configure({ tenant: 'broken', broken: 'code_reused' });
    assert.equal((await signIn('broken')).body.error, 'invalid_grant');
    await configure({ tenant: 'broken', broken: 'denied' });
    assert.equal((await authorize('broken')).get('error'), 'access_denied');
    await configure({ tenant: 'broken', broken: null });
    assert.equal((await signIn('broken')).status, 200);
    assert.equal((await configure({ tenant: 'broken', broken: 'unheard_of' })).status, 400);
  });
});

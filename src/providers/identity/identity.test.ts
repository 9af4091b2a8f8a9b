import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { openSandbox } from '../../../test/support/sandbox-client.ts';
import { IdentityError, type IdentityClient } from './index.ts';
import { makeIdentityProviders } from './make-identity-providers.ts';

const REDIRECT = 'http://127.0.0.1:9/api/session/oidc/callback';

/** Our side and the provider's, with a browser between them. */
async function openIdentity(t: TestContext, tenant = 'main') {
  const { sandbox, control } = await openSandbox(t);
  const http = makeHttpClient({ logger: makeLogger('silent'), allowedPrivateOrigins: [sandbox.url] });
  t.after(() => http.close());
  const providers = makeIdentityProviders({ http, privateOrigins: [sandbox.url] });
  const client: IdentityClient = {
    issuer: `${sandbox.url}/identity/${tenant}`,
    clientId: 'sightline & co',
    clientSecret: 'sandbox-client-secret',
  };
  const begin = (maxAgeSeconds?: number) => providers.begin(client, { redirectUri: REDIRECT, maxAgeSeconds });
  const visit = async (url: string): Promise<Record<string, string>> => {
    const { headers } = await fetch(url, { redirect: 'manual' });
    return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
  };
  const signIn = async ({ maxAgeSeconds, wantedClaims = [] }: { maxAgeSeconds?: number; wantedClaims?: string[] } = {}) => {
    const { url, secrets } = await begin(maxAgeSeconds);
    return await providers.finish(client, { redirectUri: REDIRECT, secrets, parameters: await visit(url), maxAgeSeconds, wantedClaims });
  };
  const configure = (body: object) => control('/_sandbox/identity', { tenant, ...body });
  const countCalls = async (operation: string): Promise<number> => {
    const { body } = await control<{ by_endpoint: Record<string, number> }>('/_sandbox/calls');
    return body.by_endpoint[`/identity/${tenant}/${operation}`] ?? 0;
  };
  return { sandbox, control, providers, client, begin, visit, signIn, configure, countCalls };
}

const refusal = (failure: string) => (error: unknown) => {
  assert.ok(error instanceof IdentityError, String(error));
  assert.equal(error.failure, failure, error.message);
  return true;
};

test('a person is known by issuer and subject, and discovery and keys are read once for many', async (t) => {
  const { signIn, client, countCalls, begin } = await openIdentity(t);
  const claims = await signIn();
  assert.deepEqual([claims.issuer, claims.subject], [client.issuer, 'somebody']);
  assert.deepEqual([claims.email, claims.isEmailVerified, claims.name], ['somebody@example.com', true, 'Somebody of the sandbox']);
  await Promise.all([1, 2, 3].map(() => signIn()));
  assert.deepEqual([await countCalls('.well-known/openid-configuration'), await countCalls('jwks'), await countCalls('token')], [1, 1, 4]);
  const { searchParams } = new URL((await begin(0)).url);
  assert.deepEqual(
    ['response_type', 'code_challenge_method', 'max_age', 'redirect_uri', 'scope'].map((name) => searchParams.get(name)),
    ['code', 'S256', '0', REDIRECT, 'openid email profile groups'],
  );
});

test('what a token lacks is asked for, of the same person, and only if it is wanted', async (t) => {
  const { signIn, configure, countCalls } = await openIdentity(t);
  await configure({ thin_tokens: true });
  assert.equal((await signIn()).email, undefined);
  assert.equal(await countCalls('userinfo'), 0);
  assert.deepEqual((await signIn({ wantedClaims: ['groups'] })).all['groups'], ['everyone']);
  assert.equal(await countCalls('userinfo'), 1);
});

for (const broken of [
  'alg_none',
  'other_key',
  'wrong_nonce',
  'wrong_issuer',
  'wrong_audience',
  'expired',
  'wrong_state',
  'wrong_answer_issuer',
  'huge_token',
])
  test(`an answer that is broken by ${broken} proves nothing`, async (t) => {
    const { signIn, configure } = await openIdentity(t);
    await configure({ broken });
    await assert.rejects(signIn(), refusal('refused'));
    await configure({ broken: null });
    await signIn();
  });

test('a code is taken once, and a person who is denied is told apart', async (t) => {
  const { signIn, configure, begin, visit, providers, client } = await openIdentity(t);
  const { url, secrets } = await begin();
  const answer = { redirectUri: REDIRECT, secrets, parameters: await visit(url), wantedClaims: [] };
  await providers.finish(client, answer);
  await assert.rejects(providers.finish(client, answer), refusal('refused'));
  await configure({ broken: 'code_reused' });
  await assert.rejects(signIn(), refusal('refused'));
  await configure({ broken: 'denied' });
  await assert.rejects(signIn(), refusal('denied'));
});

test('who must prove themselves now is not believed for an hour ago', async (t) => {
  const { signIn, configure } = await openIdentity(t);
  await signIn({ maxAgeSeconds: 0 });
  await configure({ broken: 'old_sign_in' });
  await assert.rejects(signIn({ maxAgeSeconds: 300 }), refusal('refused'));
  await signIn();
});

test('keys are read again for a key that is not known, once a minute at most', async (t) => {
  const { signIn, configure, countCalls } = await openIdentity(t);
  await signIn();
  await configure({ rotate_key: true });
  for (const _try of [1, 2]) await assert.rejects(signIn(), refusal('refused'));
  assert.equal(await countCalls('jwks'), 1);
  t.mock.timers.enable({ apis: ['Date'], now: new Date().getTime() + 61_000 });
  await signIn();
  assert.equal(await countCalls('jwks'), 2);
  await configure({ broken: 'other_key' });
  for (const _try of [1, 2]) await assert.rejects(signIn(), refusal('refused'));
  assert.equal(await countCalls('jwks'), 2);
});

test('a provider that does not answer as one is unavailable, and is asked again the next time', async (t) => {
  const { signIn, control, client, providers } = await openIdentity(t);
  await control('/_sandbox/faults', { match: 'openid-configuration', kind: 'http_500', count: 1 });
  await assert.rejects(signIn(), refusal('unavailable'));
  await signIn();
  for (const issuer of [
    'http://127.0.0.1:1/',
    'http://192.168.0.1/',
    'https://localhost/',
    client.issuer.replace('/identity/', '/nothing/'),
  ])
    await assert.rejects(providers.describe({ ...client, issuer }), refusal('unavailable'), issuer);
  await control('/_sandbox/faults', { match: '/token', kind: 'http_500', count: 1 });
  await assert.rejects(signIn(), (error: unknown) => error instanceof IdentityError);
});

test('what a provider says of itself is judged, and it is left by its own address', async (t) => {
  const { providers, client } = await openIdentity(t);
  assert.deepEqual(await providers.describe(client), { issuer: client.issuer, hasSignOut: true, problems: [] });
  const address = new URL((await providers.findSignOut(client, 'http://127.0.0.1:9/console/login')) ?? '');
  assert.deepEqual(
    [address.pathname, address.searchParams.get('client_id'), address.searchParams.get('post_logout_redirect_uri')],
    ['/identity/main/end-session', 'sightline & co', 'http://127.0.0.1:9/console/login'],
  );
  assert.equal(await providers.findSignOut({ ...client, issuer: 'http://127.0.0.1:1/' }, REDIRECT), undefined);
});

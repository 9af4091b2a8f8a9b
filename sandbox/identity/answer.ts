import { createHash } from 'node:crypto';
import { SECOND_MS } from '#kernel/durations.ts';
import { htmlReply, jsonReply, type Reply } from '../reply.ts';
import { makeSigningKey, writeToken } from './signing.ts';
import { newSecret, type Grant, type Person, type Tenant } from './table.ts';

/** What every client of the sandbox's identity providers has for a secret. */
export const IDENTITY_SECRET = 'sandbox-client-secret';

const TOKEN_SECONDS = 300;
const OLD_SECONDS = 3_600;
const HUGE_CHARACTERS = 2_000_000;
const NO_STORE = { 'cache-control': 'no-store' };

export interface IdentityCall {
  readonly tenant: Tenant;
  readonly issuer: string;
  /** Epoch milliseconds of real time. */
  readonly now: number;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly body: string;
}

type Answer = (call: IdentityCall) => Reply;

/** What an identity provider answers, by method and path below its issuer. */
export const IDENTITY_ROUTES: Readonly<Record<string, Answer>> = {
  'GET /.well-known/openid-configuration': ({ issuer }) =>
    jsonReply(200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/end-session`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // As some do that must never be believed.
      id_token_signing_alg_values_supported: ['ES256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile', 'groups'],
      authorization_response_iss_parameter_supported: true,
    }),
  'GET /jwks': ({ tenant }) => jsonReply(200, { keys: tenant.keys.map(({ jwk }) => jwk) }),
  'GET /authorize': authorize,
  'POST /token': giveTokens,
  'GET /userinfo': describePerson,
  'GET /end-session': ({ query: { post_logout_redirect_uri: uri, state } }) =>
    uri === undefined || !URL.canParse(uri) ? htmlReply(200, '<h1>Signed out</h1>') : lead(uri, state === undefined ? {} : { state }),
};

/** Signs in whom the control endpoint names, without a page. */
function authorize({ tenant, issuer, now, query }: IdentityCall): Reply {
  const { client_id: clientId, redirect_uri: redirectUri, code_challenge: challenge, state, nonce } = query;
  if (clientId === undefined || redirectUri === undefined || !URL.canParse(redirectUri))
    return htmlReply(400, '<h1>client_id and redirect_uri are needed</h1>');
  const { broken } = tenant;
  const common = {
    ...(state === undefined ? {} : { state: broken === 'wrong_state' ? newSecret() : state }),
    iss: broken === 'wrong_answer_issuer' ? `${issuer}-other` : issuer,
  };
  if (query['response_type'] !== 'code' || challenge === undefined || query['code_challenge_method'] !== 'S256')
    return lead(redirectUri, { error: 'invalid_request', ...common });
  const person = tenant.people.find(({ sub }) => sub === tenant.signIn) ?? tenant.people[0];
  if (person === undefined || broken === 'denied') return lead(redirectUri, { error: 'access_denied', ...common });
  const taken = tenant.takenCodes.at(-1);
  if (broken === 'code_reused' && taken !== undefined) return lead(redirectUri, { code: taken, ...common });
  const code = newSecret();
  const signedInAt = Math.floor(now / SECOND_MS) - (broken === 'old_sign_in' ? OLD_SECONDS : 0);
  tenant.grants.set(code, { clientId, redirectUri, nonce, challenge, person, broken, signedInAt });
  return lead(redirectUri, { code, ...common });
}

function giveTokens({ tenant, issuer, now, authorization, body }: IdentityCall): Reply {
  const form = Object.fromEntries(new URLSearchParams(body));
  const client = readBasic(authorization) ?? { id: form['client_id'], secret: form['client_secret'] };
  if (client.secret !== IDENTITY_SECRET) return jsonReply(401, { error: 'invalid_client' }, { ...NO_STORE, 'www-authenticate': 'Basic' });
  const { code = '', code_verifier: verifier = '' } = form;
  const grant = tenant.grants.get(code);
  tenant.grants.delete(code);
  if (
    grant === undefined ||
    grant.clientId !== client.id ||
    grant.redirectUri !== form['redirect_uri'] ||
    grant.challenge !== createHash('sha256').update(verifier).digest('base64url')
  )
    return jsonReply(400, { error: 'invalid_grant' }, NO_STORE);
  tenant.takenCodes.push(code);
  const accessToken = newSecret();
  tenant.accessTokens.set(accessToken, grant.person);
  return jsonReply(
    200,
    { access_token: accessToken, token_type: 'Bearer', expires_in: TOKEN_SECONDS, id_token: writeIdToken(tenant, issuer, grant, now) },
    NO_STORE,
  );
}

function writeIdToken(tenant: Tenant, issuer: string, grant: Grant, now: number): string {
  const { broken, person, nonce } = grant;
  const seconds = Math.floor(now / SECOND_MS) - (broken === 'expired' ? OLD_SECONDS : 0);
  const claims = {
    ...(tenant.hasThinTokens ? { sub: person.sub } : spoil(person, broken)),
    iss: broken === 'wrong_issuer' ? `${issuer}-other` : issuer,
    aud: broken === 'wrong_audience' ? 'another-client' : grant.clientId,
    nonce: broken === 'wrong_nonce' ? newSecret() : nonce,
    iat: seconds,
    exp: seconds + TOKEN_SECONDS,
    auth_time: grant.signedInAt,
    ...(broken === 'huge_token' ? { story: 'x'.repeat(HUGE_CHARACTERS) } : {}),
  };
  if (broken === 'alg_none') return writeToken(claims, undefined);
  return writeToken(claims, broken === 'other_key' ? makeSigningKey() : tenant.keys[0]);
}

function spoil(person: Person, broken: Grant['broken']): object {
  if (broken === 'unverified_address') return { ...person, email_verified: false };
  const { groups: _left, ...others } = person;
  return broken === 'missing_groups' ? others : person;
}

function describePerson({ tenant, authorization = '' }: IdentityCall): Reply {
  const person = tenant.accessTokens.get(authorization.replace(/^Bearer /iu, ''));
  if (person === undefined) return jsonReply(401, { error: 'invalid_token' }, { ...NO_STORE, 'www-authenticate': 'Bearer' });
  return jsonReply(200, spoil(person, tenant.broken), NO_STORE);
}

function readBasic(authorization: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic (\S+)$/iu.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: fromForm(id), secret: fromForm(secret) };
}

/** RFC 6749, 2.3.1: both are written as values of a form. */
function fromForm(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text') ?? '';
}

function lead(uri: string, parameters: Readonly<Record<string, string>>): Reply {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return htmlReply(302, '', { ...NO_STORE, location: url.href });
}

import { createHash, createVerify } from 'node:crypto';
import { SECOND_MS } from '#kernel/durations.ts';
import { htmlReply, jsonReply, type Reply } from '../reply.ts';
import type { ConsoleCall } from './call.ts';
import { CLIENT_ID, CLIENT_SECRET, LIMITED_DAYS, newToken, refreshEnd, SERVICE_ACCOUNT, type Code } from './state.ts';

export const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly';
const TOKEN_SECONDS = 3_599;
const DAY_SECONDS = 86_400;
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const NO_STORE = { 'cache-control': 'no-store' };

/** Grants access without a page, or says that it was denied. */
export function authorize({ table: { state }, query }: ConsoleCall): Reply {
  const { client_id: clientId, redirect_uri: redirectUri, code_challenge: challenge, state: sent } = query;
  if (clientId !== CLIENT_ID) return htmlReply(401, '<h1>Error 401: invalid_client</h1>');
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return htmlReply(400, '<h1>Error 400: redirect_uri_mismatch</h1>');
  if (query['response_type'] !== 'code' || challenge === undefined || query['code_challenge_method'] !== 'S256')
    return htmlReply(400, '<h1>Error 400: invalid_request</h1>');
  const common: Form = sent === undefined ? {} : { state: sent };
  if (state.broken === 'denied') return lead(redirectUri, { error: 'access_denied', ...common });
  const code = newToken();
  state.codes.set(code, { clientId, redirectUri, challenge });
  return lead(redirectUri, { code, scope: query['scope'] ?? SCOPE, ...common });
}

/** A token for a code, a refresh token, or what a service account has signed. */
export function giveToken(call: ConsoleCall): Reply {
  const form = Object.fromEntries(new URLSearchParams(call.body));
  switch (form['grant_type']) {
    case 'authorization_code':
      return isOurs(form) ? takeCode(call, form) : invalid('invalid_client', 'Unauthorized', 401);
    case 'refresh_token':
      return isOurs(form) ? refresh(call, form) : invalid('invalid_client', 'Unauthorized', 401);
    case JWT_GRANT:
      return takeAssertion(call, form['assertion'] ?? '');
    default:
      return invalid('unsupported_grant_type', 'Invalid grant_type');
  }
}

export function revoke({ table: { state }, body, query }: ConsoleCall): Reply {
  const token = new URLSearchParams(body).get('token') ?? query['token'] ?? '';
  const known = state.refreshTokens.delete(token) || state.accessTokens.delete(token);
  return known ? jsonReply(200, {}) : invalid('invalid_token', 'Token expired or revoked');
}

type Form = Readonly<Record<string, string>>;

function isOurs(form: Form): boolean {
  return form['client_id'] === CLIENT_ID && form['client_secret'] === CLIENT_SECRET;
}

function takeCode(call: ConsoleCall, form: Form): Reply {
  const { state } = call.table;
  const code: Code | undefined = state.codes.get(form['code'] ?? '');
  state.codes.delete(form['code'] ?? '');
  const challenge = createHash('sha256')
    .update(form['code_verifier'] ?? '')
    .digest('base64url');
  if (code === undefined || code.redirectUri !== form['redirect_uri'] || code.challenge !== challenge)
    return invalid('invalid_grant', 'Bad Request');
  const refreshToken = newToken();
  state.refreshTokens.set(refreshToken, refreshEnd(state, call.now));
  return give(call, {
    refresh_token: refreshToken,
    ...(state.isLimited ? { refresh_token_expires_in: LIMITED_DAYS * DAY_SECONDS } : {}),
  });
}

function refresh(call: ConsoleCall, form: Form): Reply {
  const end = call.table.state.refreshTokens.get(form['refresh_token'] ?? '');
  if (end === undefined || end <= call.now.getTime()) return invalid('invalid_grant', 'Token has been expired or revoked.');
  return give(call, {});
}

function takeAssertion(call: ConsoleCall, assertion: string): Reply {
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  const proof = createVerify('RSA-SHA256').update(`${head}.${claims}`);
  if (signature === '' || !proof.verify(call.table.key().publicKey, signature, 'base64url'))
    return invalid('invalid_grant', 'Invalid JWT Signature.');
  const { iss, scope, exp, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
  if (iss !== SERVICE_ACCOUNT || typeof aud !== 'string') return invalid('invalid_grant', 'Invalid grant: account not found');
  if (typeof exp !== 'number' || exp * SECOND_MS < call.realNow)
    return invalid('invalid_grant', 'Invalid JWT: Token must be a short-lived token');
  return scope === SCOPE ? give(call, {}) : invalid('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
}

function give({ table: { state }, realNow }: ConsoleCall, more: object): Reply {
  const token = newToken();
  state.accessTokens.set(token, realNow + TOKEN_SECONDS * SECOND_MS);
  return jsonReply(200, { access_token: token, expires_in: TOKEN_SECONDS, scope: SCOPE, token_type: 'Bearer', ...more }, NO_STORE);
}

function invalid(error: string, description: string, status = 400): Reply {
  return jsonReply(status, { error, error_description: description }, NO_STORE);
}

function lead(uri: string, parameters: Form): Reply {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return htmlReply(302, '', { ...NO_STORE, location: url.href });
}

import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { OutsideError } from '#kernel/errors.ts';
import type { HttpClient, HttpResponse } from '../http-client.ts';
import { toStatusError } from '../http-errors.ts';
import { SearchConsoleFault } from './faults.ts';
import type { CodeAnswer, Consent, Credentials, GrantedAccess } from './index.ts';
import { SCOPE, signAssertion } from './service-account.ts';
import { SERVICE, type SearchConsoleSettings } from './settings.ts';
import { readAnswer, TokenErrorWire, TokenWire } from './wire.ts';

const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const KEPT_MAX = 200;
/** A token is not used in the last minute of its life. */
const MARGIN_MS = MINUTE_MS;
const ANSWER_BYTES_MAX = 64 * 1_024;

export interface TokenTools {
  readonly http: Pick<HttpClient, 'request'>;
  readonly clock: Clock;
  readonly settings: SearchConsoleSettings;
}

/** Access tokens, asked for when they are needed. */
export interface Tokens {
  beginConsent(redirectUri: string): Consent;
  takeCode(answer: CodeAnswer, signal?: AbortSignal): Promise<GrantedAccess>;
  find(credentials: Credentials, signal?: AbortSignal): Promise<string>;
  /** Forgets a token that was refused. */
  forget(credentials: Credentials): void;
}

export function makeTokens(tools: TokenTools): Tokens {
  const { settings, clock } = tools;
  const kept = new LRUCache<string, { readonly token: string; readonly endsAt: number }>({ max: KEPT_MAX });
  return {
    beginConsent: (redirectUri) => beginConsent(settings, redirectUri),
    takeCode: (answer, signal) => takeCode(tools, answer, signal),
    async find(credentials, signal) {
      const key = toKey(credentials);
      const found = kept.get(key);
      if (found !== undefined && found.endsAt > clock.realNow()) return found.token;
      const { access_token: token, expires_in: seconds } = await ask(tools, await toForm(tools, credentials), {
        signal,
        refused: refusedAs(credentials, clock),
      });
      kept.set(key, { token, endsAt: clock.realNow() + seconds * SECOND_MS - MARGIN_MS });
      return token;
    },
    forget: (credentials) => void kept.delete(toKey(credentials)),
  };
}

/** Secrets are no keys of what is kept. */
function toKey(credentials: Credentials): string {
  return hash(
    'sha256',
    credentials.kind === 'oauth' ? credentials.refreshToken : credentials.account.email + credentials.account.privateKey,
  );
}

function beginConsent({ clientId, authorizeUrl }: SearchConsoleSettings, redirectUri: string): Consent {
  if (clientId === undefined) throw new SearchConsoleFault('client_missing');
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const url = new URL(authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, verifier };
}

async function takeCode(tools: TokenTools, answer: CodeAnswer, signal?: AbortSignal): Promise<GrantedAccess> {
  const form = {
    ...toClient(tools.settings),
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: answer.redirectUri,
    code_verifier: answer.verifier,
  };
  const token = await ask(tools, form, { signal, refused: 'access_revoked' });
  // A person may untick the box of a single right.
  if (token.refresh_token === undefined || token.scope?.split(' ').includes(SCOPE) === false) throw new SearchConsoleFault('wrong_scope');
  const seconds = token.refresh_token_expires_in;
  const endsAt = seconds === undefined ? undefined : new Date(tools.clock.now().getTime() + seconds * SECOND_MS);
  return { refreshToken: token.refresh_token, endsAt };
}

async function toForm({ settings, clock }: TokenTools, credentials: Credentials): Promise<Readonly<Record<string, string>>> {
  if (credentials.kind === 'oauth') return { ...toClient(settings), grant_type: 'refresh_token', refresh_token: credentials.refreshToken };
  const assertion = await signAssertion(credentials.account, settings.tokenUrl, clock.realNow());
  return { grant_type: JWT_GRANT, assertion };
}

function toClient({ clientId, clientSecret }: SearchConsoleSettings): Readonly<Record<string, string>> {
  if (clientId === undefined) throw new SearchConsoleFault('client_missing');
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
}

type Refused = 'access_revoked' | 'access_limited' | 'key_refused';

/** What it means that a grant is refused. */
function refusedAs(credentials: Credentials, clock: Clock): Refused {
  if (credentials.kind === 'service_account') return 'key_refused';
  const { endsAt } = credentials;
  return endsAt !== undefined && endsAt.getTime() <= clock.now().getTime() ? 'access_limited' : 'access_revoked';
}

async function ask(
  { http, settings }: TokenTools,
  form: Readonly<Record<string, string>>,
  { signal, refused }: { readonly signal: AbortSignal | undefined; readonly refused: Refused },
) {
  const answer = await http.request({
    service: SERVICE,
    endpoint: 'token',
    url: settings.tokenUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    responseBytesMax: ANSWER_BYTES_MAX,
    readsFailures: true,
    signal,
  });
  if (answer.status >= 400) throw toTokenFault(answer, refused);
  return readAnswer(TokenWire, answer.body);
}

function toTokenFault({ status, headers, body }: HttpResponse, refused: Refused): OutsideError {
  if (status >= 500 || status === 429) return toStatusError(SERVICE, status, headers);
  const { error } = readAnswer(TokenErrorWire, body);
  if (error === 'invalid_grant') return new SearchConsoleFault(refused, '', { status });
  if (error === 'invalid_scope') return new SearchConsoleFault('wrong_scope', '', { status });
  if (error === 'invalid_client' || error === 'unauthorized_client') return new SearchConsoleFault('client_refused', '', { status });
  return new SearchConsoleFault('request_refused', error.replaceAll(/[^\w .-]/gu, ''), { status });
}

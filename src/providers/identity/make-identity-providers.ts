import { hash as hashOnce } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { MINUTE_MS } from '#kernel/durations.ts';
import { findUrlProblem } from '../address-check.ts';
import { ANSWER_SECONDS, isAllowed, makeDoor, type DoorOptions } from './door.ts';
import { toIdentityError } from './failures.ts';
import { IdentityError, type Claims, type IdentityClient, type IdentityProviders, type ProviderFacts, type SignInAnswer } from './index.ts';
import { readClaims } from './read-claims.ts';

const SCOPE = 'openid email profile';
const CLOCK_TOLERANCE_SECONDS = 60;
/** What a provider says of itself is believed so long. Keys are read again by the library: on an unknown one, once a minute at most. */
const KNOWN_MS = 10 * MINUTE_MS;
const KNOWN_MAX = 500;

/** Signs people in at the identity providers of others. */
export function makeIdentityProviders(options: DoorOptions): IdentityProviders {
  const door = makeDoor(options);
  const known = new LRUCache<string, Promise<Configuration>>({ max: KNOWN_MAX, ttl: KNOWN_MS });

  const read = (client: IdentityClient): Promise<Configuration> => discover(client, options, door);
  const find = (client: IdentityClient): Promise<Configuration> => {
    const key = hashOnce('sha256', JSON.stringify([client.issuer, client.clientId, client.clientSecret]));
    const found = known.get(key);
    if (found !== undefined) return found;
    const reading = read(client);
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  };

  return {
    findIssuerProblem: (issuer) => findIssuerProblem(issuer, options.privateOrigins),

    async begin(client, { redirectUri, maxAgeSeconds }) {
      const configuration = await find(client);
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: toScope(configuration),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
      });
      return { url: url.href, secrets };
    },

    async finish(client, answer) {
      const configuration = await find(client);
      try {
        return await takeAnswer(configuration, answer);
      } catch (error) {
        throw toIdentityError(error, 'refused');
      }
    },

    async describe(client) {
      return toFacts(client, (await read(client)).serverMetadata());
    },

    async findSignOut(client, returnTo) {
      const configuration = await find(client).catch(() => undefined);
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
    },
  };
}

async function takeAnswer(
  configuration: Configuration,
  { redirectUri, parameters, secrets, maxAgeSeconds, wantedClaims }: SignInAnswer,
): Promise<Claims> {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const tokens = await authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: secrets.verifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new IdentityError('refused', 'the answer has no ID token');
  const isWhole = wantedClaims.every((name) => claims[name] !== undefined);
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return readClaims(claims);
  return readClaims({ ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims });
}

/** @throws IdentityError `unavailable` */
async function discover(
  { issuer, clientId, clientSecret }: IdentityClient,
  { privateOrigins }: DoorOptions,
  door: CustomFetch,
): Promise<Configuration> {
  const authentication = clientSecret === undefined ? None() : authenticate(clientSecret);
  // Without the last a token is believed for the connection that it came by, signed or not.
  const execute = [...(isAllowed(issuer, privateOrigins) ? [allowInsecureRequests] : []), enableNonRepudiationChecks];
  try {
    return await discovery(new URL(issuer), clientId, { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }, authentication, {
      [customFetch]: door,
      timeout: ANSWER_SECONDS,
      execute,
    });
  } catch (error) {
    throw toIdentityError(error, 'unavailable');
  }
}

function findIssuerProblem(issuer: string, privateOrigins: readonly string[]): string | undefined {
  if (isAllowed(issuer, privateOrigins)) return undefined;
  const problem = findUrlProblem(issuer);
  if (problem !== undefined) return problem;
  const { protocol, search, hash } = new URL(issuer);
  if (protocol !== 'https:') return 'must be an https address';
  return search === '' && hash === '' ? undefined : 'must have no query and no fragment';
}

/** As the provider takes it; what says nothing takes the secret in the header. */
function authenticate(secret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...others) => {
    const taken = server.token_endpoint_auth_methods_supported;
    const isBodyOnly = taken !== undefined && !taken.includes('client_secret_basic') && taken.includes('client_secret_post');
    (isBodyOnly ? inBody : inHeader)(server, ...others);
  };
}

/** Groups have no scope in the standard; who offers one wants to be asked by it. */
function toScope(configuration: Configuration): string {
  return configuration.serverMetadata().scopes_supported?.includes('groups') === true ? `${SCOPE} groups` : SCOPE;
}

function toFacts({ clientSecret }: IdentityClient, metadata: ReturnType<Configuration['serverMetadata']>): ProviderFacts {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const algorithms = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const problems = [
    ...(metadata.authorization_endpoint === undefined ? ['it names no authorization_endpoint'] : []),
    ...(metadata.token_endpoint === undefined ? ['it names no token_endpoint'] : []),
    ...(metadata.jwks_uri === undefined ? ['it names no jwks_uri, so that no token can be proved'] : []),
    ...(metadata.code_challenge_methods_supported?.includes('S256') === false ? ['it does not take PKCE with S256'] : []),
    ...(metadata.response_types_supported?.includes('code') === false ? ['it does not offer the code flow'] : []),
    ...(algorithms.every((name) => name === 'none' || name.startsWith('HS')) ? ['it signs with no public key'] : []),
    ...(clientSecret !== undefined && !methods.some((name) => name === 'client_secret_basic' || name === 'client_secret_post')
      ? ['it takes no client secret']
      : []),
  ];
  return { issuer: metadata.issuer, hasSignOut: metadata.end_session_endpoint !== undefined, problems };
}

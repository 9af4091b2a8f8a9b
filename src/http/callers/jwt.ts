import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { unauthorized } from '../auth.ts';
import { findBearer, type Credentials } from './credentials.ts';
import type { Caller } from '../caller.ts';
import { listRights } from '../rights.ts';

/** Tokens of the three JWT routes (docs/spec-gaps.md, section 5): HS256, `aud`, `sub`, `exp` at most 24 h ahead. */
const ALGORITHM = 'HS256';
const AUDIENCE = 'sightline';
/** What a token may do. */
const SCOPES = ['read', 'write'] as const;
export const TOKEN_SECONDS_MAX = 86_400;
/** Two machines' clocks are never quite equal. */
const CLOCK_TOLERANCE_SECONDS = 5;

const Claims = z.object({
  sub: z.string().min(1).max(200),
  exp: z.int(),
  org: z.string().min(1).optional(),
  project_ids: z.array(z.string()).optional(),
});

export interface TokenInput {
  readonly sub: string;
  readonly org?: string | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly expiresInSeconds: number;
}

export interface Tokens {
  /** @throws AppError 401 when the token is missing or not acceptable, 503 without a secret */
  authenticate(credentials: Credentials): Promise<Caller>;
  /** @throws AppError 503 without a secret */
  issue(input: TokenInput): Promise<{ token: string; expiresAt: Date }>;
}

export function makeTokens({ secret, clock }: { secret: string | undefined; clock: Clock }): Tokens {
  const key = secret === undefined ? undefined : new TextEncoder().encode(secret);
  return {
    authenticate: (credentials) => authenticate(credentials, requireKey(key), clock.realNow()),
    issue: async (input) => issue(input, requireKey(key), clock.realNow()),
  };
}

async function authenticate(credentials: Credentials, key: Uint8Array, now: number): Promise<Caller> {
  const token = findBearer(credentials);
  if (token === undefined) throw refused();
  const claims = Claims.safeParse(await verify(token, key, now));
  if (!claims.success || claims.data.exp - now / 1000 > TOKEN_SECONDS_MAX + CLOCK_TOLERANCE_SECONDS) throw refused();
  return {
    kind: 'jwt',
    id: claims.data.sub,
    scopes: new Set(SCOPES),
    rights: listRights(SCOPES),
    tier: 'standard',
    organizationId: claims.data.org,
    projectIds: claims.data.project_ids,
  };
}

async function verify(token: string, key: Uint8Array, now: number): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
    });
    return payload;
  } catch {
    // Without a valid token a caller does not learn which check failed.
    throw refused();
  }
}

async function issue({ sub, org, projectIds, expiresInSeconds }: TokenInput, key: Uint8Array, now: number) {
  const issuedAt = Math.floor(now / 1000);
  const expiresAt = issuedAt + expiresInSeconds;
  const token = await new SignJWT({
    ...(org === undefined ? {} : { org }),
    ...(projectIds === undefined ? {} : { project_ids: projectIds }),
  })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(sub)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token, expiresAt: new Date(expiresAt * 1000) };
}

function requireKey(key: Uint8Array | undefined): Uint8Array {
  if (key) return key;
  throw new AppError('not_configured', 'JWT secret not configured', {
    message: 'Signed tokens need a secret, and none is configured.',
    hint: 'Set JWT_SECRET to a text of at least 32 bytes and start again.',
  });
}

function refused(): AppError {
  return unauthorized(
    'A valid token is needed: HS256, audience `sightline`, with `sub` and an `exp` at most 24 hours ahead, as `Authorization: Bearer <token>`.',
  );
}

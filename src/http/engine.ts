import { makeAdmission, type Admission } from './limits/admission.ts';
import type { RecordAudit } from './audit.ts';
import { makeAnswerMemory } from './answers/answer-memory.ts';
import { makeAttempts } from './limits/attempts.ts';
import { makeKeyRing, type FindKey } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { makeTokens } from './callers/jwt.ts';
import type { LiveHub } from './live/index.ts';
import type { Metrics } from './metrics.ts';
import { makeOperations } from './operations.ts';
import { makeRateLimits } from './limits/rate-limit.ts';
import { serveEndpoint, type ServedEndpoint, type ServingParts } from './serving/served-endpoint.ts';
import type { ServerContext } from './server.ts';
import { makeSessionCookie } from './callers/session-cookie.ts';
import { makeSessionRing, NO_SESSIONS, type FindSession } from './callers/sessions.ts';

export interface EngineParts<Context extends ServerContext> {
  readonly context: Context;
  readonly findKey: FindKey;
  /** Without it cookies mean nothing. */
  readonly findSession: FindSession | undefined;
  readonly audit: RecordAudit | undefined;
  readonly counters: Parameters<typeof makeRateLimits>[0];
  readonly metrics: Metrics;
  readonly live: Pick<LiveHub, 'clients' | 'watchKeys'> | undefined;
  readonly drain: ServingParts<Context>['drain'];
}

export interface Engine {
  readonly admission: Admission;
  /** The endpoints that take calls; those for WebSocket connections take none. */
  readonly served: ReadonlyMap<Endpoint<never>, ServedEndpoint>;
}

/** What takes calls of endpoints, whichever way they come. */
export function makeEngine<Context extends ServerContext>(
  endpoints: readonly Endpoint<Context>[],
  { context, findKey, findSession, audit, counters, metrics, live, drain }: EngineParts<Context>,
): Engine {
  const { clock, config, postgres } = context;
  const tokens = makeTokens({ secret: config.jwtSecret, clock });
  const keys = makeKeyRing({ findKey, clock });
  const cookie = makeSessionCookie(config.publicUrl);
  const sessions = findSession === undefined ? NO_SESSIONS : makeSessionRing({ findSession, cookie, clock });
  const { publicUrl } = config;
  const admission = makeAdmission({
    context,
    keys,
    tokens,
    sessions,
    limits: makeRateLimits(counters),
    publicUrl,
    realNow: () => clock.realNow(),
  });
  const forgetKey = (keyId: string | undefined): void => {
    keys.forget(keyId);
    sessions.forget(keyId);
    live?.clients.recheck(keyId);
  };
  live?.watchKeys(forgetKey);
  const answers = makeAnswerMemory(() => clock.realNow());
  const attempts = makeAttempts(counters);
  const served = new Map<Endpoint<never>, ServedEndpoint>();
  const invokeFor = makeOperations(served, context.logger);
  const parts = { context, sql: postgres, clock, admission, answers, audit, metrics, tokens, attempts, forgetKey, drain, invokeFor };
  for (const endpoint of endpoints) if (!endpoint.socket) served.set(endpoint, serveEndpoint(endpoint, parts));
  return { admission, served };
}

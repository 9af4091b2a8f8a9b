import { AppError, notFound } from '#kernel/errors.ts';
import { accessKindOf, requiredRight } from '../callers/access.ts';
import type { KeyRing } from '../auth.ts';
import type { Call, HeaderSink } from '../call.ts';
import { isBound, type Caller, nameOf } from '../caller.ts';
import { makeIsLocal, toAddressKey } from '../callers/client-address.ts';
import { sendsKey, type Credentials } from '../callers/credentials.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Tokens } from '../callers/jwt.ts';
import { rateRefusals } from '../metrics.ts';
import { requireAllowed, UNLIMITED_STATE, type RateLimits, type RateState } from './rate-limit.ts';
import { requireRight } from '../rights.ts';
import { requireOwnPage } from '../callers/same-origin.ts';
import { NO_SESSIONS, type SessionRing } from '../callers/sessions.ts';
import { requireProof } from '../callers/step-up.ts';

/** Decides who may pass and how often; sets the rate headers on every answer, refusals too. */
export interface Admission {
  /** @throws AppError 401, 403, 429, or 503 when tokens are not configured */
  admit(endpoint: Endpoint<never>, call: Call, reply: HeaderSink): Promise<Caller>;
  /** For what reaches no endpoint. @throws AppError 429 */
  admitStranger(call: Call, reply: HeaderSink): Promise<void>;
  /** Who is behind the key or session that was admitted, as things are now; undefined when it is no longer good. @throws what the store fails with */
  findCaller(credentials: Credentials): Promise<Caller | undefined>;
}

interface AdmissionParts {
  /** The application context, for endpoints that verify their callers themselves. */
  readonly context: object;
  readonly keys: KeyRing;
  readonly tokens: Tokens;
  readonly sessions: SessionRing;
  readonly limits: RateLimits;
  readonly publicUrl: string | undefined;
  /** Epoch milliseconds of real time. */
  readonly realNow: () => number;
}

export function makeAdmission({ context, keys, tokens, sessions, limits, publicUrl, realNow }: AdmissionParts): Admission {
  const isLocal = makeIsLocal(publicUrl);
  const countStranger = async (call: Call, reply: HeaderSink): Promise<void> => {
    const state = await limits.countAddress(toAddressKey(call.address));
    requireRoom(reply, state, 'address');
  };

  const identify = async (endpoint: Endpoint<never>, call: Call, reply: HeaderSink): Promise<Caller> => {
    try {
      return await accessKindOf(endpoint).identify(call, {
        keys,
        tokens,
        sessions: endpoint.refusesSessions ? NO_SESSIONS : sessions,
        get isLocal() {
          return isLocal(call);
        },
        publicUrl,
        verify: async () => (await endpoint.verify?.(context as never, call.query as Record<string, unknown>)) ?? false,
        refuseBlocked: async () => {
          if (await limits.isBlocked(toAddressKey(call.address))) await countStranger(call, reply);
        },
      });
    } catch (error) {
      // Refused calls count for their address, so that keys and secrets cannot be tried out.
      if (error instanceof AppError && error.code !== 'rate_limited') await countStranger(call, reply);
      throw error;
    }
  };

  return {
    async admit(endpoint, call, reply) {
      // Before a store is asked who calls: its failure is an answer with rate headers too.
      if (endpoint.rateLimited === false) setRateHeaders(reply, UNLIMITED_STATE);
      const caller = await identify(endpoint, call, reply);
      if (caller.kind === 'anonymous') {
        if (endpoint.rateLimited !== false) await countStranger(call, reply);
        if (endpoint.access === 'session' && hasEffects(endpoint)) requireOwnPage(call, { isNeeded: false, publicUrl });
        return caller;
      }
      const state = await countCaller(limits, caller, endpoint.countsAs);
      requireRoom(reply, state, caller.session === undefined ? caller.tier : 'session');
      if (caller.session !== undefined && hasEffects(endpoint)) requireOwnPage(call, { isNeeded: true, publicUrl });
      if (caller.mustSetUpFactor && !endpoint.worksWithoutFactor) throw factorNeeded();
      if (caller.areas !== undefined && !caller.areas.has(endpoint.area)) throw notFound('Page');
      if (caller.assistant !== undefined && isDirectChange(endpoint, call)) throw buysByTools();
      if (caller.viewsAs !== undefined && endpoint.method !== 'GET' && endpoint.access === 'key') throw onlyLooks();
      const right = (isBound(caller) ? endpoint.boundRight : undefined) ?? requiredRight(endpoint);
      if (right !== null) requireRight(caller, right);
      if (endpoint.needsStepUp) await requireProof(caller, { now: realNow(), findNewest: () => sessions.findOpen(call) });
      return caller;
    },
    admitStranger: countStranger,
    findCaller: async (credentials) => {
      try {
        if (sendsKey(credentials)) return await keys.authenticate(credentials);
        const caller = await sessions.findOpen(credentials);
        return caller?.mustSetUpFactor ? undefined : caller;
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
  };
}

function factorNeeded(): AppError {
  return new AppError('forbidden', 'Second factor needed', {
    message: 'An organization of yours asks for a second factor, and the time to set one up is over.',
    details: { second_factor: true },
    hint: 'Set one up: in the console under Account, or by POST /api/me/factors/totp.',
  });
}

function onlyLooks(): AppError {
  return new AppError('forbidden', 'Forbidden', { message: 'You look at the organization as a member sees it, and change nothing.' });
}

/**
 * Whether a call changes or buys something and does not come from a tool, which calls inside the process: no quote and no approval
 * of a person would bound it.
 */
function isDirectChange({ access, method, canSpend }: Endpoint<never>, { known }: Call): boolean {
  return known === undefined && access !== 'header_key' && (method !== 'GET' || canSpend === true);
}

function buysByTools(): AppError {
  return new AppError('forbidden', 'Forbidden', {
    message: 'A key for assistants reads here, and changes and buys by its tools alone.',
    hint: 'Use the tools (POST /mcp, or sightline mcp), or make a key without monthly_usd for programs.',
  });
}

/** Whether a call can change or buy something or opens a socket: a page of another origin must not make one with a cookie. */
function hasEffects({ method, socket, canSpend }: Endpoint<never>): boolean {
  return method !== 'GET' || socket !== undefined || canSpend === true;
}

/** @throws AppError 429, which is counted */
function requireRoom(reply: HeaderSink, state: RateState, tier: string): void {
  setRateHeaders(reply, state);
  if (!state.isAllowed) rateRefusals.add(1, { tier });
  requireAllowed(state);
}

function setRateHeaders(reply: HeaderSink, { limit, remaining, resetMs }: RateState): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  // A client compares the header with real time, so this is not the clock of the context.
  reply.header('x-ratelimit-reset', Math.ceil((performance.timeOrigin + performance.now() + resetMs) / 1000));
}

/**
 * Counts a request of a caller: at its own rate and, for a key that was made by a bound one, at the
 * rate of that key too, which all keys made by it share. What its own rate refuses takes nothing from the others.
 * @returns the state of the limit that leaves less room
 */
async function countCaller(limits: RateLimits, caller: Caller, countsAs = 1): Promise<RateState> {
  const { tier, root } = caller;
  // Sessions of one person share their rate, and so do those of keys that share a maker.
  if (caller.session !== undefined) return await limits.countCaller('session', root?.id ?? nameOf(caller), countsAs);
  const own = await limits.countCaller(tier, nameOf(caller), countsAs);
  if (!own.isAllowed || root === undefined) return own;
  const shared = await limits.countCaller(root.tier, root.id, countsAs);
  return shared.isAllowed && own.remaining <= shared.remaining ? own : shared;
}

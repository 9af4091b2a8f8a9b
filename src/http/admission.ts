import ipaddr from 'ipaddr.js';
import { AppError } from '#kernel/errors.ts';
import { kindOf } from './access.ts';
import { requireScope, type Credentials, type KeyRing } from './auth.ts';
import type { Call, HeaderSink } from './call.ts';
import { isBound, type Caller } from './caller.ts';
import { makeIsLocal } from './client-address.ts';
import { countCaller } from './count-caller.ts';
import type { Endpoint } from './endpoint.ts';
import type { Tokens } from './jwt.ts';
import { rateRefusals } from './metrics.ts';
import { requireAllowed, UNLIMITED_STATE, type RateLimits, type RateState } from './rate-limit.ts';

/** Decides who may pass and how often; sets the rate headers on every answer, refusals too. */
export interface Admission {
  /** @throws AppError 401, 403, 429, or 503 when tokens are not configured */
  admit(endpoint: Endpoint<never>, call: Call, reply: HeaderSink): Promise<Caller>;
  /** For what reaches no endpoint. @throws AppError 429 */
  admitStranger(call: Call, reply: HeaderSink): Promise<void>;
  /** Whether a key that was admitted is still good; true while the store does not answer. */
  isStillValid(credentials: Credentials): Promise<boolean>;
}

interface AdmissionParts {
  /** The application context, for endpoints that verify their callers themselves. */
  readonly context: object;
  readonly keys: KeyRing;
  readonly tokens: Tokens;
  readonly limits: RateLimits;
  readonly publicUrl: string | undefined;
}

export function makeAdmission({ context, keys, tokens, limits, publicUrl }: AdmissionParts): Admission {
  const isLocal = makeIsLocal(publicUrl);
  const countStranger = async (call: Call, reply: HeaderSink): Promise<void> => {
    const state = await limits.countAddress(toAddressKey(call.address));
    requireRoom(reply, state, 'address');
  };

  const identify = async (endpoint: Endpoint<never>, call: Call, reply: HeaderSink): Promise<Caller> => {
    try {
      return await kindOf(endpoint).identify(call, {
        keys,
        tokens,
        get isLocal() {
          return isLocal(call);
        },
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
        return caller;
      }
      const state = await countCaller(limits, caller);
      requireRoom(reply, state, caller.tier);
      const scope = (isBound(caller) ? endpoint.boundScope : undefined) ?? kindOf(endpoint).requiredScope(endpoint);
      if (scope !== null) requireScope(caller, scope);
      return caller;
    },
    admitStranger: countStranger,
    isStillValid: (credentials) =>
      keys.authenticate(credentials).then(
        () => true,
        (error: unknown) => !(error instanceof AppError),
      ),
  };
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

/** One counter for an IPv4 address, or for the network of 64 bits that one IPv6 customer has. */
export function toAddressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

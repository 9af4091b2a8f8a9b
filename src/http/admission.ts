import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError } from '#kernel/errors.ts';
import { ANONYMOUS, requireScope, type Credentials, type KeyRing } from './auth.ts';
import { isBound, type Caller } from './caller.ts';
import { findAddress, makeIsLocal } from './client-address.ts';
import { countCaller } from './count-caller.ts';
import type { Endpoint } from './endpoint.ts';
import type { Tokens } from './jwt.ts';
import { requiredScope } from './openapi/operation.ts';
import { rateRefusals } from './metrics.ts';
import { requireAllowed, UNLIMITED_STATE, type RateLimits, type RateState } from './rate-limit.ts';

/** Decides who may pass and how often; sets the rate headers on every answer, refusals too. */
export interface Admission {
  /** @throws AppError 401, 403, 429, or 503 when tokens are not configured */
  admit(endpoint: Endpoint<never>, request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  /** For what reaches no endpoint. @throws AppError 429 */
  admitStranger(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Whether the key of somebody who was let in is still good; a store that does not answer throws nobody out. */
  isStillValid(credentials: Credentials): Promise<boolean>;
}

interface AdmissionParts {
  readonly keys: KeyRing;
  readonly tokens: Tokens;
  readonly limits: RateLimits;
  readonly publicUrl: string | undefined;
}

export function makeAdmission({ keys, tokens, limits, publicUrl }: AdmissionParts): Admission {
  const isLocal = makeIsLocal(publicUrl);
  const countStranger = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const state = await limits.countAddress(toAddressKey(findAddress(request)));
    letPass(reply, state, 'address');
  };

  const identify = async (endpoint: Endpoint<never>, request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const fresh = endpoint.access === 'jwt' ? undefined : keys.findFresh(request);
    if (fresh) return fresh;
    // Who guesses keys is stopped before the look-up; owners of keys behind the same address are not.
    if (!keys.isPlausible(request) && (await limits.isBlocked(toAddressKey(findAddress(request))))) await countStranger(request, reply);
    try {
      return await (endpoint.access === 'jwt' ? tokens : keys).authenticate(request);
    } catch (error) {
      if (error instanceof AppError) await countStranger(request, reply);
      throw error;
    }
  };

  return {
    async admit(endpoint, request, reply) {
      if (endpoint.access === 'open' || (endpoint.access === 'local' && isLocal(request))) {
        if (endpoint.rateLimited === false) setRateHeaders(reply, UNLIMITED_STATE);
        else await countStranger(request, reply);
        return ANONYMOUS;
      }
      const caller = await identify(endpoint, request, reply);
      const state = await countCaller(limits, caller);
      letPass(reply, state, caller.tier);
      const scope = (isBound(caller) ? endpoint.boundScope : undefined) ?? requiredScope(endpoint);
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
function letPass(reply: FastifyReply, state: RateState, tier: string): void {
  setRateHeaders(reply, state);
  if (!state.isAllowed) rateRefusals.add(1, { tier });
  requireAllowed(state);
}

function setRateHeaders(reply: FastifyReply, { limit, remaining, resetMs }: RateState): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  // The headers tell the machine's own time to the machine's own clients.
  reply.header('x-ratelimit-reset', Math.ceil((performance.timeOrigin + performance.now() + resetMs) / 1000));
}

/** One counter for an IPv4 address, or for the network of 64 bits that one IPv6 customer has. */
export function toAddressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

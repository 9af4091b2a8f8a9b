import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Pool } from 'pg';
import { AppError } from '#kernel/errors.ts';
import type { CounterStore } from '#stores/counters/types.ts';
import type { RateTier } from '../caller.ts';

/**
 * Inbound limits (docs/spec-gaps.md, section 8). Two of the documented forms exist:
 * `standard` names a burst below its minute (10 in any second, and 100 in any minute: both hold);
 * `free` and `pro` name a burst above their minute: so many at once, while over time the minute's
 * rate holds. What the burst adds to the minute fills up once in ten minutes.
 */
interface TierLimits {
  readonly perMinute: number;
  /** At most so many in one second. */
  readonly perSecond?: number;
  /** On top of the minute, once in ten minutes. */
  readonly burst?: number;
}

export const TIER_LIMITS: Readonly<Record<Exclude<RateTier, 'enterprise'>, TierLimits>> = {
  standard: { perMinute: 100, perSecond: 10 },
  free: { perMinute: 60, burst: 40 },
  pro: { perMinute: 300, burst: 200 },
  // A person at the console: its pages make several calls at once.
  session: { perMinute: 600, perSecond: 60 },
};

/** Requests of one address that carry no valid key: enough for any mistake, too few for guessing keys. */
const ADDRESS_PER_MINUTE = 1200;
/** What the headers say where no limit applies. */
const UNLIMITED = 1_000_000;
const MINUTE_SECONDS = 60;
const BURST_SECONDS = 600;

/** The state of a limit after one request was counted. */
export interface RateState {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the limit is whole again. */
  readonly resetMs: number;
  /** Until the next request can pass; 0 when allowed. */
  readonly retryMs: number;
}

export interface RateLimits {
  /** Counts one request of a caller, or what counts as several in the minute; in the second it is one. */
  countCaller(tier: RateTier, callerId: string, countsAs?: number): Promise<RateState>;
  /** Counts one request without a valid key. */
  countAddress(address: string): Promise<RateState>;
  /** Whether the address has used up what it may send without a valid key; counts nothing. */
  isBlocked(address: string): Promise<boolean>;
}

export const UNLIMITED_STATE: RateState = {
  isAllowed: true,
  limit: UNLIMITED,
  remaining: UNLIMITED,
  resetMs: MINUTE_SECONDS * 1000,
  retryMs: 0,
};

export function makeRateLimits(store: CounterStore): RateLimits {
  const address = makeCounter(store, 'address', ADDRESS_PER_MINUTE, MINUTE_SECONDS);
  const tiers = new Map(Object.entries(TIER_LIMITS).map(([tier, limits]) => [tier, makeTierCounter(store, tier, limits)]));
  return {
    countCaller: async (tier, callerId, countsAs = 1) => (await tiers.get(tier)?.(callerId, countsAs)) ?? UNLIMITED_STATE,
    countAddress: async (from) => toState(await take(address, from), ADDRESS_PER_MINUTE),
    isBlocked: async (from) => {
      const state = await address.get(from);
      return state !== null && state.consumedPoints >= ADDRESS_PER_MINUTE;
    },
  };
}

/** @throws AppError `Rate limit exceeded` with the wait */
export function requireAllowed(state: RateState): void {
  if (state.isAllowed) return;
  throw new AppError('rate_limited', 'Rate limit exceeded', {
    message: `Too many requests: try again in ${Math.ceil(state.retryMs / 1000)} s.`,
    retryAfterMs: state.retryMs,
  });
}

function makeTierCounter(
  store: CounterStore,
  tier: string,
  limits: TierLimits,
): (callerId: string, countsAs: number) => Promise<RateState> {
  const minute = makeCounter(store, `${tier}-minute`, limits.perMinute, MINUTE_SECONDS);
  const second = limits.perSecond === undefined ? undefined : makeCounter(store, `${tier}-second`, limits.perSecond, 1);
  const burst = limits.burst === undefined ? undefined : makeCounter(store, `${tier}-allowance`, limits.burst, BURST_SECONDS);
  return async (callerId, countsAs) => {
    if (second) {
      const counted = await take(second, callerId);
      // A request that the second refuses does not use up the minute.
      if (!counted.isAllowed)
        return toState({ ...(await look(minute, callerId)), isAllowed: false, waitMs: counted.waitMs }, limits.perMinute);
    }
    const taken = await take(minute, callerId, countsAs);
    if (!taken.isAllowed && burst && (await take(burst, callerId, countsAs)).isAllowed)
      return toState({ ...taken, isAllowed: true }, limits.perMinute);
    return toState(taken, limits.perMinute);
  };
}

interface Taken {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetMs: number;
  readonly waitMs: number;
}

export async function take(counter: RateLimiterAbstract, key: string, points = 1): Promise<Taken> {
  try {
    return toTaken(await counter.consume(key, points), true);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return toTaken(refused, false);
    throw refused;
  }
}

async function look(counter: RateLimiterAbstract, key: string): Promise<Taken> {
  const state = await counter.get(key);
  return state ? toTaken(state, true) : { isAllowed: true, remaining: counter.points, resetMs: counter.duration * 1000, waitMs: 0 };
}

function toTaken({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): Taken {
  return { isAllowed, remaining: Math.max(0, remainingPoints), resetMs: Math.max(0, msBeforeNext), waitMs: Math.max(0, msBeforeNext) };
}

export function toState({ isAllowed, remaining, resetMs, waitMs }: Taken, limit: number): RateState {
  return { isAllowed, limit, remaining, resetMs, retryMs: isAllowed ? 0 : Math.max(1, waitMs) };
}

/** A store that is away must not close the service: PostgreSQL counts for Redis, and memory for PostgreSQL. */
export function makeCounter(store: CounterStore, keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ keyPrefix, points, duration });
  const options = { keyPrefix: `rate:${keyPrefix}`, points, duration };
  const inPostgres = (storeClient: Pool): RateLimiterAbstract =>
    new RateLimiterPostgres({
      ...options,
      insuranceLimiter: memory,
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
    });
  switch (store.kind) {
    case 'memory':
      return memory;
    case 'redis':
      return new RateLimiterRedis({
        ...options,
        insuranceLimiter: inPostgres(store.pool),
        storeClient: store.client,
        rejectIfRedisNotReady: true,
      });
    case 'postgres':
      return inPostgres(store.pool);
  }
}

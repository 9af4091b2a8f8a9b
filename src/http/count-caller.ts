import { nameOf, type Caller } from './caller.ts';
import type { RateLimits, RateState } from './rate-limit.ts';

/**
 * Counts one request of a caller: at its own rate and, for a key that was made by a bound one, at the
 * rate of that key too, which all keys made by it share. What its own rate refuses takes nothing from the others.
 * @returns the state of the limit that leaves less room
 */
export async function countCaller(limits: RateLimits, caller: Caller): Promise<RateState> {
  const { tier, root } = caller;
  // Sessions of one person share their rate, and so do those of keys that share a maker.
  if (caller.session !== undefined) return await limits.countCaller('session', root?.id ?? nameOf(caller));
  const own = await limits.countCaller(tier, nameOf(caller));
  if (!own.isAllowed || root === undefined) return own;
  const shared = await limits.countCaller(root.tier, root.id);
  return shared.isAllowed && own.remaining <= shared.remaining ? own : shared;
}

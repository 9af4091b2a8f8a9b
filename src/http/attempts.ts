import { createHash } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { CounterStore } from '#stores/counters/types.ts';
import { toAddressKey } from './client-address.ts';
import { makeCounter, requireAllowed, take, toState } from './rate-limit.ts';

/** Failures that an address may have, and that it may have under one name, before it waits. */
const PER_ADDRESS = 30;
const PER_NAME = 10;
const SPAN_SECONDS = (15 * MINUTE_MS) / SECOND_MS;

/** Tries to prove who one is: each is counted before it is made, so that many at once are not more. */
export interface Attempts {
  /**
   * Counts a try.
   * @param name what is tried, where there is one, such as an e-mail address; known or not
   * @returns to be called when the try was right: it then counts no more
   * @throws AppError 429 with the wait
   */
  begin(address: string, name?: string): Promise<() => Promise<void>>;
}

export function makeAttempts(store: CounterStore): Attempts {
  const ofAddress = makeCounter(store, 'attempts-address', PER_ADDRESS, SPAN_SECONDS);
  const ofName = makeCounter(store, 'attempts-name', PER_NAME, SPAN_SECONDS);
  return {
    async begin(address, name) {
      const place = toAddressKey(address);
      requireAllowed(toState(await take(ofAddress, place), PER_ADDRESS));
      const forgive = async (): Promise<void> => void (await ofAddress.reward(place, 1));
      if (name === undefined) return forgive;
      const named = createHash('sha256')
        .update(JSON.stringify([name, place]))
        .digest('hex');
      const state = toState(await take(ofName, named), PER_NAME);
      if (!state.isAllowed) await forgive();
      requireAllowed(state);
      return async () => void (await Promise.all([forgive(), ofName.reward(named, 1)]));
    },
  };
}

import { createHash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { CounterStore } from '#stores/counters/types.ts';
import { toAddressKey } from '../callers/client-address.ts';
import { makeCounter, requireAllowed, take, toState } from './rate-limit.ts';

/**
 * What is guessed, each counted apart: who guesses one kind, such as readers of shares, stops no other. With the failures that an address
 * may have, and that it may have under one name, before it waits.
 */
const KINDS = {
  password: { address: 30, name: 10 },
  share: { address: 30, name: 10 },
  /** Six digits of an app, by person: a guess is right in one of 330,000 tries. */
  code: { address: 30, name: 5 },
  /** Requests for a link by people who forgot their password: each counts. */
  forgotten: { address: 10, name: 3 },
} as const;
type Kind = keyof typeof KINDS;
const SPAN_SECONDS = (15 * MINUTE_MS) / SECOND_MS;

/**
 * Tries to prove who one is by what a person chose: each is counted before it is made, so that many at once are not more.
 * Keys and links have too many random bits to be guessed and are not counted here, so they let an owner in where others guess.
 */
export interface Attempts {
  /**
   * Counts a try.
   * @param address the network address; undefined for those who are signed in, whose failures are theirs alone
   * @param name what is tried, such as an e-mail address; known or not
   * @returns to be called when the try was right: it then counts no more
   * @throws AppError 429 with the wait
   */
  begin(kind: Kind, address: string | undefined, name: string): Promise<() => Promise<void>>;
}

export function makeAttempts(store: CounterStore): Attempts {
  const counters = Object.fromEntries(
    Object.entries(KINDS).map(([kind, { address, name }]) => [
      kind,
      {
        ofAddress: makeCounter(store, `attempts-${kind}-address`, address, SPAN_SECONDS),
        ofName: makeCounter(store, `attempts-${kind}-name`, name, SPAN_SECONDS),
      },
    ]),
  ) as Record<Kind, Record<'ofAddress' | 'ofName', RateLimiterAbstract>>;
  return {
    async begin(kind, address, name) {
      const { ofAddress, ofName } = counters[kind];
      const addressKey = address === undefined ? undefined : toAddressKey(address);
      if (addressKey !== undefined) requireAllowed(toState(await take(ofAddress, addressKey), KINDS[kind].address));
      const forgive = async (): Promise<void> => void (addressKey === undefined || (await ofAddress.reward(addressKey, 1)));
      const named = createHash('sha256')
        .update(JSON.stringify([name, addressKey ?? null]))
        .digest('hex');
      const state = toState(await take(ofName, named), KINDS[kind].name);
      if (!state.isAllowed) await forgive();
      requireAllowed(state);
      return async () => void (await Promise.all([forgive(), ofName.reward(named, 1)]));
    },
  };
}

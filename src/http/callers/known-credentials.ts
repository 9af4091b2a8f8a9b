import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';

/** How long what was looked up is believed without another look-up, in case the notice of its end is lost. */
const FRESH_MS = 3000;
const KNOWN_MAX = 10_000;

/** What stands behind a key or a cookie, by the SHA-256 of its text, with a memory of a few seconds in front of the store. */
export interface KnownCredentials<Found> {
  /** What was looked up within the last seconds and still holds; makes no request. */
  findFresh(hash: Buffer): Found | undefined;
  /** Looks it up now, or takes what a look-up under way brings; `undefined` when it is unknown or has ended. */
  lookUp(hash: Buffer): Promise<Found | undefined>;
  /** It was known when it was last looked up. */
  has(hash: Buffer): boolean;
  /** Has what is meant looked up again before it is believed again; without a condition everything. */
  forget(isMeant?: (found: Found) => boolean): void;
}

/** @param options.holds has not ended at the real time `now`, in epoch milliseconds */
export function makeKnownCredentials<Found extends { readonly hash: Uint8Array }>({
  find,
  holds,
  clock,
}: {
  readonly find: (hash: Buffer) => Promise<Found | undefined>;
  readonly holds: (found: Found, now: number) => boolean;
  readonly clock: Clock;
}): KnownCredentials<Found> {
  const known = new LRUCache<string, { readonly found: Found; readonly checkedAt: number }>({ max: KNOWN_MAX });
  /** Many callers with one key ask at once when its memory ends. */
  const underWay = new Map<string, Promise<Found | undefined>>();
  let forgets = 0;
  const lookUp = async (hash: Buffer): Promise<Found | undefined> => {
    const forgetsBefore = forgets;
    const found = await find(hash);
    const now = clock.realNow();
    if (found === undefined || !timingSafeEqual(hash, found.hash) || !holds(found, now)) {
      known.delete(toName(hash));
      return undefined;
    }
    // The look-up may have begun before an end that is known by now.
    if (forgets === forgetsBefore) known.set(toName(hash), { found, checkedAt: now });
    return found;
  };
  return {
    findFresh(hash) {
      const entry = known.get(toName(hash));
      const now = clock.realNow();
      return entry && now - entry.checkedAt < FRESH_MS && holds(entry.found, now) ? entry.found : undefined;
    },
    async lookUp(hash) {
      const name = toName(hash);
      const same = underWay.get(name);
      if (same !== undefined) return await same;
      const asked = lookUp(hash);
      underWay.set(name, asked);
      try {
        return await asked;
      } finally {
        if (underWay.get(name) === asked) underWay.delete(name);
      }
    },
    has: (hash) => known.has(toName(hash)),
    forget(isMeant = () => true) {
      forgets += 1;
      underWay.clear();
      for (const [name, { found }] of known.entries()) if (isMeant(found)) known.delete(name);
    },
  };
}

function toName(hash: Buffer): string {
  return hash.toString('latin1');
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { extendClaim, HOLD_MS, releaseClaim, takeClaim, type Look } from './store.ts';

const EXTEND_MS = HOLD_MS / 3;
/** Between two looks for what another buys. */
const LOOK_MS = 200;

/** An answer that is bought live, by one of all that want it at the same time. */
export interface Purchase<Value> {
  /** The same for all that want the same. */
  readonly key: string;
  /** What is stored and serves. @param isBought another has bought it since it was wanted here */
  find(isBought: boolean): Promise<Value | undefined>;
  /** Asks outside, pays, and stores the answer. */
  buy(): Promise<Value>;
  /** Ends the wait for another. What is bought here is bought to its end. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds an answer, or buys it, over all processes once at a time: who wants what another buys waits for it. When that one
 * fails, or its process dies (after 30 seconds at most), the next one buys.
 * @throws what `buy` throws
 */
export async function buyOnce<Value>({ postgres }: Pick<AppContext, 'postgres'>, purchase: Purchase<Value>): Promise<Value> {
  const { key, signal } = purchase;
  const found = await purchase.find(false);
  if (found !== undefined) return found;
  const buyer = newId('spend_');
  let seen: Look | undefined;
  for (;;) {
    const look = await takeClaim(postgres, { key, buyer, seen });
    if (look.isMine) return await buyClaimed(postgres, purchase, buyer);
    if (seen !== undefined && look.boughtBy !== seen.boughtBy) {
      const bought = await purchase.find(true);
      if (bought !== undefined) return bought;
      seen = look;
    }
    seen ??= look;
    await sleep(LOOK_MS, undefined, { signal });
  }
}

async function buyClaimed<Value>(postgres: AppContext['postgres'], { key, find, buy }: Purchase<Value>, buyer: string): Promise<Value> {
  // What cannot be extended or given back because the store is away runs out by itself.
  const extending = setInterval(() => void extendClaim(postgres, { key, buyer }).catch(() => undefined), EXTEND_MS);
  let isBought = false;
  try {
    const found = await find(false);
    if (found !== undefined) return found;
    const value = await buy();
    isBought = true;
    return value;
  } finally {
    clearInterval(extending);
    await releaseClaim(postgres, { key, buyer, isBought }).catch(() => undefined);
  }
}

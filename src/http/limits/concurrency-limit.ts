export interface ConcurrencyLimits {
  /** Slots that one owner has at the same time. */
  readonly perOwner: number;
  readonly total: number;
  /** More than these do not wait. */
  readonly waitingMax: number;
  /** Most waiting calls of one owner; left out: as many as of all. */
  readonly waitingPerOwner?: number;
}

/** Gives the next slot to the owner who has fewest, and among equals to who asked first. An owner who has all its slots is passed over. */
export interface ConcurrencyLimit {
  /**
   * @param signal leaves the line; the promise rejects with its reason
   * @returns resolves to what gives the slot back; `undefined` when too many wait already
   */
  take(owner: string, signal?: AbortSignal): Promise<() => void> | undefined;
}

interface Waiting {
  readonly owner: string;
  readonly begin: (end: () => void) => void;
}

export function makeConcurrencyLimit({ perOwner, total, waitingMax, waitingPerOwner = waitingMax }: ConcurrencyLimits): ConcurrencyLimit {
  const running = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let count = 0;

  const countOf = (owner: string): number => running.get(owner) ?? 0;
  const change = (owner: string, by: number): void => {
    count += by;
    const own = countOf(owner) + by;
    if (own === 0) running.delete(owner);
    else running.set(owner, own);
  };
  const findNext = (): Waiting | undefined => {
    let next: Waiting | undefined;
    for (const one of waiting) {
      const own = countOf(one.owner);
      if (own < perOwner && (next === undefined || own < countOf(next.owner))) next = one;
    }
    return next;
  };
  const serve = (): void => {
    for (let next = findNext(); next !== undefined && count < total; next = findNext()) {
      const { owner, begin } = next;
      waiting.delete(next);
      change(owner, 1);
      begin(() => {
        change(owner, -1);
        serve();
      });
    }
  };
  return {
    take(owner, signal) {
      const own = [...waiting].filter((one) => one.owner === owner).length;
      if (waiting.size >= waitingMax || own >= waitingPerOwner) return undefined;
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = (): void => void (waiting.delete(one) && reject(signal?.reason as Error));
      const begin = (end: () => void): void => {
        signal?.removeEventListener('abort', leave);
        resolve(end);
      };
      const one: Waiting = { owner, begin };
      waiting.add(one);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      serve();
      return promise;
    },
  };
}

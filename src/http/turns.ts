export interface TurnLimits {
  /** Turns that one owner has at the same time. */
  readonly perOwner: number;
  readonly total: number;
  /** More than these do not wait. */
  readonly waitingMax: number;
}

/** Hands out turns in the order in which they were asked for; who has enough of them is passed over. */
export interface Turns {
  /** @returns resolves at the turn to what ends it; `undefined` when too many wait already */
  take(owner: string): Promise<() => void> | undefined;
}

export function makeTurns({ perOwner, total, waitingMax }: TurnLimits): Turns {
  const running = new Map<string, number>();
  let waiting: { readonly owner: string; readonly begin: (end: () => void) => void }[] = [];
  let count = 0;

  const change = (owner: string, by: number): void => {
    count += by;
    const own = (running.get(owner) ?? 0) + by;
    if (own === 0) running.delete(owner);
    else running.set(owner, own);
  };
  const next = (): void => {
    waiting = waiting.filter(({ owner, begin }) => {
      if (count >= total || (running.get(owner) ?? 0) >= perOwner) return true;
      change(owner, 1);
      begin(() => {
        change(owner, -1);
        next();
      });
      return false;
    });
  };
  return {
    take(owner) {
      if (waiting.length >= waitingMax) return undefined;
      const { promise, resolve } = Promise.withResolvers<() => void>();
      waiting.push({ owner, begin: resolve });
      next();
      return promise;
    },
  };
}

/** Runs works of one name one after another, so that each can use what the one before has kept. */
export type OneAfterAnother<Value> = (name: string, signal: AbortSignal | undefined, work: () => Promise<Value>) => Promise<Value>;

export function makeOneAfterAnother<Value>(): OneAfterAnother<Value> {
  const underWay = new Map<string, Promise<Value>>();
  return async (name, signal, work) => {
    for (let other = underWay.get(name); other !== undefined; other = underWay.get(name)) await waitFor(other, signal);
    const own = work();
    underWay.set(name, own);
    try {
      return await own;
    } finally {
      underWay.delete(name);
    }
  };
}

/** Until it has ended, however it did. @throws what the signal aborts with */
async function waitFor(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const ended = work.catch(() => undefined);
  if (signal === undefined) return void (await ended);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([ended, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

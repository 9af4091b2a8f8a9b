interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Batched<Item, Result> {
  (item: Item): Promise<Result>;
  /** To be called when a batch can hold fewer than before: those that wait may be a full one now. */
  readonly look: () => void;
}

/**
 * Many callers share one round trip: what is asked for while a batch is under way waits, and
 * goes together in the next one. No call waits for a batch to fill. Of a batch that fails each item is
 * done again alone, so that a single bad one fails for itself; all at once, because what fails for
 * all of them (a store that is away) may take its time.
 * @param work one result per item, in their order
 * @param sizeMax items of a batch, or what says how many there can be now: a batch that no other can join is full
 * @param spacingMs at least so long from one batch to the next, unless a full one waits. Batches grow when there is
 *   much to do, and a single call still goes out at once
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  sizeMax: number | (() => number),
  spacingMs = 0,
): Batched<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  const readSize = typeof sizeMax === 'number' ? () => sizeMax : sizeMax;
  let isRunning = false;
  let endSpacing: (() => void) | undefined;

  const look = (): void => {
    if (waiting.length > 0 && waiting.length >= readSize()) endSpacing?.();
  };

  /** Begins to count at once. */
  const space = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, spacingMs);
    endSpacing = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    // Calls of the same turn of the event loop share the batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, readSize());
      const spaced = spacingMs > 0 ? space() : undefined;
      await doBatch(work, batch);
      if (spaced === undefined) continue;
      look();
      await spaced;
    }
    isRunning = false;
  };

  const ask = (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      look();
      if (!isRunning) void run();
    });
  return Object.assign(ask, { look });
}

/** Never throws: failures go to those who wait. */
async function doBatch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await work(batch.map(({ item }) => item));
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error);
    else await Promise.all(batch.map((one) => doBatch(work, [one])));
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Many callers share one round trip: what is asked for while a batch is under way waits, and
 * goes together in the next one. No call waits for a batch to fill. Of a batch that fails each item is
 * done again alone, so that a single bad one fails for itself; all at once, because what fails for
 * all of them (a store that is away) may take its time.
 * @param work one result per item, in their order
 * @param spacing milliseconds, or those after a batch of a size: at least so long from one batch to the next,
 *   unless a full one waits. Batches grow when there is much to do, and a single call still goes out at once
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  sizeMax: number,
  spacing: number | ((size: number) => number) = 0,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;
  let onFull: (() => void) | undefined;

  /** Begins to count at once. */
  const space = (spacingMs: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, spacingMs);
    onFull = () => {
      clearTimeout(timer);
      resolve();
    };
    if (waiting.length >= sizeMax) onFull();
    return promise;
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    // Calls of the same turn of the event loop share the batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, sizeMax);
      const spacingMs = typeof spacing === 'number' ? spacing : spacing(batch.length);
      const spaced = spacingMs > 0 ? space(spacingMs) : undefined;
      await doBatch(work, batch);
      await spaced;
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= sizeMax) onFull?.();
      if (!isRunning) void run();
    });
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

/** Times two ways of doing the same in turn, so that a noisy machine disturbs both alike. */
export interface PairedTimes {
  readonly oursMs: number;
  readonly boundMs: number;
  /** Bound time over our time: 1 means as fast as the bound. Median of the rounds' ratios. */
  readonly speedRatio: number;
}

export async function timePairs(rounds: number, ours: () => Promise<void>, bound: () => Promise<void>): Promise<PairedTimes> {
  await bound();
  await ours();
  const pairs: { oursMs: number; boundMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const boundMs = await timeMs(bound);
    pairs.push({ boundMs, oursMs: await timeMs(ours) });
  }
  return {
    oursMs: median(pairs.map((pair) => pair.oursMs)),
    boundMs: median(pairs.map((pair) => pair.boundMs)),
    speedRatio: median(pairs.map((pair) => pair.boundMs / pair.oursMs)),
  };
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

import type { TestApp } from './app.ts';

interface Entry {
  readonly path: string;
  readonly cost_usd: number;
  readonly paid_tasks: number;
}

/** What calls cost by the record of those who were paid. */
export interface CallPrices {
  /** Of all calls of this path, in USD. */
  readonly sum: (path: RegExp) => number;
  /** Of one task of this path, in USD, which all of them cost. @throws Error when they do not */
  readonly each: (path: RegExp) => number;
}

/** Reads the sandbox's record of calls. */
export async function readCallPrices({ sandbox }: TestApp): Promise<CallPrices> {
  const { entries } = (await sandbox.get<{ entries: readonly Entry[] }>('/_sandbox/calls')).body;
  const paid = (path: RegExp): readonly Entry[] => entries.filter((entry) => path.test(entry.path) && entry.paid_tasks > 0);
  const round = (usd: number): number => Number(usd.toFixed(6));
  return {
    sum: (path) => round(paid(path).reduce((sum, { cost_usd: usd }) => sum + usd, 0)),
    each: (path) => {
      const prices = new Set(paid(path).map(({ cost_usd: usd, paid_tasks: tasks }) => round(usd / tasks)));
      if (prices.size !== 1) throw new Error(`${path} cost ${[...prices].join(', ') || 'nothing'}`);
      return [...prices][0] ?? 0;
    },
  };
}

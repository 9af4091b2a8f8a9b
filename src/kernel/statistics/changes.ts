import { toTwoSidedP, Z_95 } from './normal.ts';

/** The same thing tried in two periods. */
export interface Pair {
  readonly before: { readonly successes: number; readonly n: number };
  readonly after: { readonly successes: number; readonly n: number };
}

export interface Change {
  /** After less before, as a share; the common one of all pairs. */
  readonly difference: number;
  /** Of an interval of 95 %. */
  readonly low: number;
  readonly high: number;
  /** Two-sided: how often chance alone makes a difference of this size. */
  readonly p: number;
  /** Pairs that were tried in both periods. */
  readonly pairs: number;
}

/**
 * Whether a rate changed over pairs that each have a rate of their own: the test of Mantel and Haenszel without continuity correction,
 * and their common risk difference with the interval of Sato. Pairs that were not tried in both periods say nothing and are left out.
 * @returns undefined when no pair is left
 */
export function judgeChange(all: readonly Pair[]): Change | undefined {
  const pairs = all.filter(({ before, after }) => before.n > 0 && after.n > 0);
  if (pairs.length === 0) return undefined;
  let [weight, difference, p, q, excess, variance] = [0, 0, 0, 0, 0, 0];
  for (const { before, after } of pairs) {
    const [a, n1, c, n0] = [after.successes, after.n, before.successes, before.n];
    const [n, m1] = [n1 + n0, a + c];
    weight += (n1 * n0) / n;
    difference += (a * n0 - c * n1) / n;
    p += (n1 * n1 * c - n0 * n0 * a + (n1 * n0 * (n0 - n1)) / 2) / (n * n);
    q += (a * (n0 - c) + c * (n1 - a)) / (2 * n);
    excess += a - (n1 * m1) / n;
    variance += (n1 * n0 * m1 * (n - m1)) / (n * n * (n - 1));
  }
  const common = difference / weight;
  const half = (Z_95 * Math.sqrt(Math.max(0, common * p + q))) / weight;
  return {
    difference: common,
    low: Math.max(-1, common - half),
    high: Math.min(1, common + half),
    // Pairs that never or always succeed hold no chance at all.
    p: variance === 0 ? 1 : toTwoSidedP(excess / Math.sqrt(variance)),
    pairs: pairs.length,
  };
}

/**
 * Fisher's exact test of one pair with the mid-p correction: of tables that are as likely as this one half counts. It holds for the
 * few tries that one pair has, and is not as timid as the plain exact test.
 * @returns the two-sided p
 */
export function judgePair({ before, after }: Pair): number {
  const [n1, n0, successes] = [after.n, before.n, after.successes + before.successes];
  const first = Math.max(0, successes - n0);
  const last = Math.min(successes, n1);
  const logs = range(first, last).map((k) => logChoose(n1, k) + logChoose(n0, successes - k));
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const own = weights[after.successes - first] ?? 0;
  const below = weights.filter((weight) => weight < own * (1 - 1e-9)).reduce((sum, weight) => sum + weight, 0);
  const same = weights.filter((weight) => Math.abs(weight - own) <= own * 1e-9).reduce((sum, weight) => sum + weight, 0);
  return (below + same / 2) / total;
}

/**
 * Which of many tests hold, when at most a share `rate` of those that are said to hold may be false (Benjamini and Hochberg).
 * @returns a flag for each p, in their order
 */
export function findDiscoveries(ps: readonly number[], rate: number): readonly boolean[] {
  const sorted = ps.toSorted((one, other) => one - other);
  const last = sorted.findLastIndex((p, at) => p <= (rate * (at + 1)) / ps.length);
  const limit = last === -1 ? -1 : (sorted[last] as number);
  return ps.map((p) => p <= limit);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_value, at) => first + at);
}

function logChoose(n: number, k: number): number {
  let log = 0;
  for (let at = 1; at <= k; at += 1) log += Math.log((n - k + at) / at);
  return log;
}

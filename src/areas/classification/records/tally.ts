/** Sums of groups of classified things, as statistics show them. Pure. */

export interface Group {
  readonly count: number;
  readonly confidenceSum: number;
  readonly confidenceBin: number | null;
  readonly unsure: number;
}

export interface Tally {
  readonly total: number;
  readonly classified: number;
  /** 0 to 100; null when nothing is classified. */
  readonly confidenceAvg: number | null;
  readonly unsure: number;
  readonly sure: number;
  /** Classified ones in a hundred. */
  readonly coveragePct: number;
}

const BINS = ['0-9', '10-19', '20-29', '30-39', '40-49', '50-59', '60-69', '70-79', '80-89', '90-100'] as const;

export function toTally(groups: readonly Group[]): Tally {
  const known = groups.filter(({ confidenceBin }) => confidenceBin !== null);
  const total = sumOf(groups, ({ count }) => count);
  const classified = sumOf(known, ({ count }) => count);
  const unsure = sumOf(known, (group) => group.unsure);
  const confidenceAvg = classified === 0 ? null : toOneDecimal(sumOf(known, ({ confidenceSum }) => confidenceSum) / classified);
  const coveragePct = total === 0 ? 0 : toOneDecimal((100 * classified) / total);
  return { total, classified, confidenceAvg, unsure, sure: classified - unsure, coveragePct };
}

/** How many have each value, the most frequent first; those without one stand under `unknown`. */
export function countBy<One extends Group>(groups: readonly One[], valueOf: (group: One) => string | null): Record<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const value = valueOf(group) ?? 'unknown';
    counts.set(value, (counts.get(value) ?? 0) + group.count);
  }
  return Object.fromEntries([...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)));
}

/** How many have a confidence of each ten, every ten named. */
export function countConfidence(groups: readonly Group[]): Record<string, number> {
  const counts = Object.fromEntries(BINS.map((name) => [name, 0])) as Record<string, number>;
  for (const { confidenceBin, count } of groups) {
    const name = confidenceBin === null ? undefined : BINS[confidenceBin];
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

function sumOf<One>(list: readonly One[], valueOf: (one: One) => number): number {
  return list.reduce((sum, one) => sum + valueOf(one), 0);
}

const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;

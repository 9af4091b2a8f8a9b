/** A measurement as a value: what it compares, the bound it must meet, and how to run it. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  /** Runs the measurement; may take a minute. */
  readonly run: () => Promise<BenchResult>;
}

export interface BenchResult {
  readonly rows: readonly BenchRow[];
  /** What a reader needs to judge the figures. */
  readonly notes?: readonly string[];
}

/** One figure. With a bound it can be missed; without, it is shown for comparison. */
export interface BenchRow {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly bound?: { readonly atLeast: number } | { readonly atMost: number };
}

export function isMet(row: BenchRow): boolean {
  if (row.bound === undefined) return true;
  return 'atLeast' in row.bound ? row.value >= row.bound.atLeast : row.value <= row.bound.atMost;
}

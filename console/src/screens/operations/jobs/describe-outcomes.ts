export interface Outcome {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'skipped';
  /** Shown over the square: when, and how long it took. */
  readonly label: string;
}

/** `Last 4 runs: 2 completed, 1 failed, 1 skipped`, the most frequent first. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  if (outcomes.length === 0) return 'No runs';
  const counts = Object.entries(Object.groupBy(outcomes, ({ status }) => status)).map(([status, own]) => ({ status, count: own.length }));
  const parts = counts.toSorted((a, b) => b.count - a.count).map(({ status, count }) => `${count} ${status}`);
  return `Last ${outcomes.length} ${outcomes.length === 1 ? 'run' : 'runs'}: ${parts.join(', ')}`;
}

/** A prime that is none of a walk, so that a file meets all turns of the walks in it. */
const TURNS = 11;
/** Turns in which a file runs: two of eleven commits, at least each sixth. */
const RUNS_IN: ReadonlySet<number> = new Set([0, 5]);

/** Whether a test file, the `at`-th of those that take turns, runs in a commit though nothing changed for it. */
export function isInTurn(at: number, turn: number): boolean {
  return RUNS_IN.has((turn + at) % TURNS);
}

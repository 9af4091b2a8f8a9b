/** Five of eleven commits, at least each third: a prime that is none of a walk, so that a file meets all turns of the walks in it. */
const TURNS = 11;

/** Whether a test file, the `at`-th of those that take turns, runs in a commit though nothing changed for it. */
export function isInTurn(at: number, turn: number): boolean {
  const place = (turn + at) % TURNS;
  return place % 2 === 0 && place !== TURNS - 1;
}

/**
 * Runs something for a name at once, and at most once per interval after that: what is asked for within the interval
 * runs when it ends.
 */
export function makeThrottle(intervalMs: number, run: (name: string) => void): (name: string) => void {
  /** Names of the running intervals, and whether they were asked for again. */
  const waiting = new Map<string, boolean>();
  const start = (name: string): void => {
    run(name);
    waiting.set(name, false);
    setTimeout(() => {
      const isAskedAgain = waiting.get(name) === true;
      waiting.delete(name);
      if (isAskedAgain) start(name);
    }, intervalMs);
  };
  return (name) => {
    if (waiting.has(name)) waiting.set(name, true);
    else start(name);
  };
}

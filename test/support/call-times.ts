/** The largest number of instants within any span of a length that begins at one of them. */
export function mostWithin(instantsMs: readonly number[], spanMs: number): number {
  const sorted = instantsMs.toSorted((one, other) => one - other);
  let first = 0;
  return sorted.reduce((most, instant, at) => {
    while (instant - (sorted[first] ?? instant) >= spanMs) first += 1;
    return Math.max(most, at - first + 1);
  }, 0);
}

/** A random number of at least 0 and below `limit`: for spreading things in time, not for secrets. */
export function randomBelow(limit: number): number {
  return Math.random() * limit;
}

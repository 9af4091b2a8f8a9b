/**
 * The two clocks of the service. In the sandbox the world that is observed has a time of its own: what was measured,
 * planned or spent is dated by it. Sessions, keys, shares, workflows and the audit log are dated by the real one.
 */
export interface Clocks {
  readonly world: () => Date;
  readonly real: () => Date;
}

/** `offsetMs` is how far the world is ahead of real time. */
export function makeClocks(offsetMs: number): Clocks {
  return { world: () => new Date(Date.now() + offsetMs), real: () => new Date(Date.now()) };
}

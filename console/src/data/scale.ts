import type { PositionScale } from '#ui/charts/position-bands.ts';

export const SCALE_WORDS = { organic: 'among the results of the channel', page: 'among everything on the page' } as const;

/** What an answer says of a scale that is still to come; undefined: none is. */
export function describePending(pending: PositionScale | null): string | undefined {
  return pending === null ? undefined : `Positions count everything on the page until past days are recalculated`;
}

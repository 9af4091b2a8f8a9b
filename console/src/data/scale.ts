import type { Project } from '../../../clients/typescript/src/index.ts';

/** What places of a project are counted among, in sums, moves and filters. */
export type PositionScale = Project['position_scale'];

/** A place in both scales. */
export interface Places {
  readonly position: number | null;
  readonly rank_absolute: number | null;
}

/** The place in the scale. */
export function toScaled({ position, rank_absolute: absolute }: Places, scale: PositionScale): number | null {
  return scale === 'organic' ? position : absolute;
}

export const SCALE_WORDS = { organic: 'among the results of the channel', page: 'among everything on the page' } as const;

/** What an answer says of a scale that is still to come; undefined: none is. */
export function describePending(pending: PositionScale | null): string | undefined {
  return pending === null ? undefined : `Positions are counted among everything on the page until the past is worked out in the other way`;
}

import type { PositionScale } from '#areas/projects/index.ts';

/** The columns that hold the place and the one before, in `ranking_history` and `current_rankings`. */
export const PLACE_COLUMN: Readonly<Record<PositionScale, string>> = { organic: 'rank_group', page: 'position' };
export const PREVIOUS_COLUMN: Readonly<Record<PositionScale, string>> = { organic: 'previous_rank_group', page: 'previous_position' };

/** Where a target stands, in both scales. */
export interface Places {
  readonly rankGroup: number | null;
  readonly rankAbsolute: number | null;
}

/** The place that sums and moves of the scale are about. */
export function toPlace({ rankGroup, rankAbsolute }: Places, scale: PositionScale): number | null {
  return scale === 'organic' ? rankGroup : rankAbsolute;
}

import type { PositionScale } from '#areas/projects/index.ts';

/** The columns that hold the position and the one before, in `ranking_history` and `current_rankings`. */
export const POSITION_COLUMN: Readonly<Record<PositionScale, string>> = { organic: 'rank_group', page: 'position' };
export const PREVIOUS_COLUMN: Readonly<Record<PositionScale, string>> = { organic: 'previous_rank_group', page: 'previous_position' };

/** Where a target stands, in both scales. */
export interface Ranks {
  readonly rankGroup: number | null;
  readonly rankAbsolute: number | null;
}

/** The position that sums and moves of the scale are about. */
export function toPosition({ rankGroup, rankAbsolute }: Ranks, scale: PositionScale): number | null {
  return scale === 'organic' ? rankGroup : rankAbsolute;
}

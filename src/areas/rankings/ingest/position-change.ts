export const MOVEMENTS = ['up', 'down', 'unchanged', 'new', 'lost'] as const;
/** How a position moved since the last good check of an earlier date. */
export type Movement = (typeof MOVEMENTS)[number];

/** A good check: where the target stood, or null when it was not found. */
export interface GoodCheck {
  /** `YYYY-MM-DD`. */
  readonly checkDate: string;
  /** Among everything on the page. */
  readonly position: number | null;
  /** Among the results of the channel. */
  readonly rankGroup: number | null;
  readonly previousPosition: number | null;
  readonly previousRankGroup: number | null;
}

/** Where a target stood before, in both scales. */
export type PreviousPositions = Pick<GoodCheck, 'previousPosition' | 'previousRankGroup'>;

/**
 * The positions to compare a check of `checkDate` with: those of the last good check of an earlier
 * date. A second check of the same date is compared with what the first was compared with.
 */
export function toPreviousPositions(last: GoodCheck | undefined, checkDate: string): PreviousPositions {
  if (last === undefined) return { previousPosition: null, previousRankGroup: null };
  if (last.checkDate < checkDate) return { previousPosition: last.position, previousRankGroup: last.rankGroup };
  const { previousPosition, previousRankGroup } = last;
  return { previousPosition, previousRankGroup };
}

/** Positions gained: positive is up, null when one of both is not known. */
export function toPositionChange(position: number | null, previousPosition: number | null): number | null {
  return position === null || previousPosition === null ? null : previousPosition - position;
}

/** `new`: found, and not before; `lost`: the other way round; null: neither. Callers say whether an outcome is known before. */
export function toMovement(position: number | null, previousPosition: number | null): Movement | null {
  if (position === null) return previousPosition === null ? null : 'lost';
  if (previousPosition === null) return 'new';
  if (position === previousPosition) return 'unchanged';
  return position < previousPosition ? 'up' : 'down';
}

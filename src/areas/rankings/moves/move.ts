import { addDays } from '#kernel/days.ts';

/** What is listed; what stayed is counted only. */
export const MOVED = ['up', 'down', 'new', 'lost'] as const;
export const MOVES = [...MOVED, 'unchanged'] as const;
/**
 * Where a site is for a keyword against an earlier outcome, where both are known: `up` and `down` rank both times,
 * `new` was not found then, `lost` is not found now. What was not known then has not moved.
 */
export type Move = (typeof MOVES)[number];

/** Keywords by how they moved; those that ranked at neither time are left out. */
export type MoveCounts = Readonly<Record<Move, number>>;

export const NO_MOVES: MoveCounts = { up: 0, down: 0, new: 0, lost: 0, unchanged: 0 };

/** What outcomes are compared with: those of an earlier day, or of the good check before the newest one. */
export type Since = { readonly before: string; readonly after: string } | { readonly before: null; readonly after: string };

/** The fixed choice of every screen. */
export const WEEK_DAYS = 7;

/** From the same day of the week before. */
export function toWeekAgo(after: string): { readonly before: string; readonly after: string } {
  return { before: addDays(after, -WEEK_DAYS), after };
}

/** SQL: the move between two positions of a site; 0 is "not found". */
export const MOVE_SQL = `multiIf(
  position_before = position_after, 'unchanged', position_before = 0, 'new', position_after = 0, 'lost',
  position_after < position_before, 'up', 'down')`;

/** SQL: the conditions under which a row has moved, or is unchanged. */
export const HAS_MOVED_SQL = 'was_known and is_known and (position_before > 0 or position_after > 0)';

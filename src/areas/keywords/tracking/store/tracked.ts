/**
 * Whether a row of `tracked_keywords` is tracked: a paused keyword is, and what was untracked is kept for its history.
 * @param row its name in the statement
 */
export const whereTracked = (row: string): string => `${row}.status <> 'untracked'`;

/** Whether it is checked when it is due: a paused keyword is not. */
export const whereChecked = (row: string): string => `${row}.status in ('tracking', 'active')`;

/** Rows of `tracked_keywords` that are tracked, as a table. */
export const TRACKED_KEYWORDS = `(select * from tracked_keywords tracking where ${whereTracked('tracking')})`;

/** Tracked keywords that are checked when they are due. */
export const CHECKED_KEYWORDS = `(select * from tracked_keywords tracking where ${whereChecked('tracking')})`;

import { FAILED, NOT_MEASURED } from '#ui/charts/position-bands.ts';
import type { Keywords } from './table/keywords.ts';

/** How the checks of a young project stand. */
export interface FirstChecks {
  readonly all: number;
  /** Keywords whose first check is on its way. */
  readonly waiting: number;
  readonly ranked: number;
  readonly notFound: number;
  readonly failed: number;
  readonly best: number | null;
  /** Days of the last 30 with a good check of any keyword. */
  readonly days: number;
  /** The first planned check, in milliseconds; null: none is planned. */
  readonly nextAt: number | null;
}

/** Counts them. A keyword that waits for nothing, because it is paused or checked by hand alone, is not on its way. */
export function countFirst(keywords: Pick<Keywords, 'count' | 'columns' | 'statusOf' | 'positionOf' | 'sparkOf'>): FirstChecks {
  const { count, columns, statusOf, positionOf, sparkOf } = keywords;
  const counts = { waiting: 0, ranked: 0, notFound: 0, failed: 0 };
  const days = new Set<number>();
  let best: number | null = null;
  let nextAt: number | null = null;
  for (let row = 0; row < count; row += 1) {
    const status = statusOf(row);
    const next = columns.is_paused[row] ? null : (columns.next_check_at[row] ?? null);
    const position = positionOf(row);
    if (status === 'pending' && next !== null) counts.waiting += 1;
    if (status === 'ranked') counts.ranked += 1;
    if (status === 'not_found') counts.notFound += 1;
    if (status === 'failed') counts.failed += 1;
    if (position !== null && status === 'ranked') best = Math.min(best ?? position, position);
    if (next !== null) nextAt = Math.min(nextAt ?? next, next);
    for (const [day, byte] of sparkOf(row).entries()) if (byte !== NOT_MEASURED && byte !== FAILED) days.add(day);
  }
  return { all: count, ...counts, best, days: days.size, nextAt };
}

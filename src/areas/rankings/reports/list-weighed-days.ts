import { listEndedKeywords } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { addDays } from '#kernel/days.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { computeWeighedDays } from '../daily-totals/analytics/compute-days.ts';
import type { DayRange } from '../daily-totals/analytics/stored-days.ts';
import { addUpDay, type DayTotals, type PageFilter } from '../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';

export interface WeighedQuestion extends DayRange {
  /** What each place is worth, from the first one on; deeper ones nothing. */
  readonly weights: readonly number[];
  readonly filter: PageFilter;
}

/** The totals of each day of the own sites taken together, their voice by other weights than the fixed ones. Nothing of it is stored. */
export async function listWeighedDays(
  { postgres, clickhouse }: Pick<AppContext, 'clickhouse'> & { readonly postgres: Sql },
  { weights, filter, ...range }: WeighedQuestion,
): Promise<DayTotals[]> {
  const ended = await listEndedKeywords(postgres, range.projectId, addDays(range.from, -VALIDITY_DAYS_MAX));
  const days = await computeWeighedDays(clickhouse, range, { ended, weights });
  return days.flatMap((day) => addUpDay(day, filter).filter(({ domain }) => domain === ''));
}

import { listEndedKeywords } from '#areas/keywords/index.ts';
import type { AppContext } from '#context';
import { addDays } from '#kernel/days.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { computeDaysOf } from '../daily-totals/analytics/compute-days.ts';
import type { DayRange, PackedDay } from '../daily-totals/analytics/stored-days.ts';
import { addUpDay, type DayTotals, type PageFilter } from '../daily-totals/totals.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { toTrackedKey } from '../grid/grid.ts';
import { listTracked } from '../grid/store.ts';
import { listPackedDays } from './get-rankings-summary.ts';

const KEYWORDS_MAX = 20_000;

type ReadContext = Pick<AppContext, 'clickhouse'> & { readonly postgres: Sql };

export interface MetricDaysQuestion extends DayRange, PageFilter {
  /** Only keywords with this tag. */
  readonly tagId: string | undefined;
}

/**
 * The totals of each day of a project, or of its keywords with a tag, of its own sites taken together. Days on which nothing
 * is known are left out.
 * @returns oldest first
 */
export async function listMetricDays(
  ctx: ReadContext,
  { tagId, projectId, scale, curve, from, to, ...asked }: MetricDaysQuestion,
): Promise<DayTotals[]> {
  const range = { projectId, scale, curve, from, to };
  const days = tagId === undefined ? await listPackedDays(ctx, range) : await computeTagged(ctx, { range, asked, tagId });
  const filter: PageFilter = { ...asked, channel: asked.channel ?? 'seo' };
  return days.flatMap((day) => addUpDay(day, filter).filter(({ domain }) => domain === ''));
}

interface Tagged {
  readonly range: DayRange;
  readonly asked: PageFilter;
  readonly tagId: string;
}

/** Worked out from the history: stored totals know no single keywords. */
async function computeTagged(
  { postgres, clickhouse }: ReadContext,
  { range, asked: { device, locationCode }, tagId }: Tagged,
): Promise<PackedDay[]> {
  const [keywords, ended] = await Promise.all([
    listTracked(postgres, { projectId: range.projectId, device, locationCode, tagIds: [tagId], limit: KEYWORDS_MAX }),
    listEndedKeywords(postgres, range.projectId, addDays(range.from, -VALIDITY_DAYS_MAX)),
  ]);
  const pages = keywords.map(({ keywordId, engine, channel }) => toTrackedKey(keywordId, engine, channel));
  return await computeDaysOf(clickhouse, range, { ended, pages });
}

import { z } from 'zod';
import { toCsv } from '#http/csv.ts';
import { limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { CATEGORY_SECTIONS, CATEGORY_TYPES } from '../category.ts';
import type { AppRank, listAppRankings } from '../list-app-rankings.ts';
import { appFields, ListPrice, listFilterFields, rangeFields } from './fields.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;
/** Five years of days on a dozen lists. */
const CSV_LIMIT = 25_000;

export const AppRankingsQuery = z.object({
  ...appFields,
  ...listFilterFields,
  ...rangeFields,
  granularity: z
    .enum(['week', 'day'])
    .default('week')
    .meta({ description: '`week`: the newest place of each week; `day`: the place of each day on which the list was read.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const AppRankingsCsvQuery = AppRankingsQuery.extend({ limit: limitField(CSV_LIMIT, CSV_LIMIT) });

/** Which list, and when it was read. */
export const ListBody = {
  category_id: z.string(),
  category_name: z.string().nullable(),
  chart: z.string(),
  device: z.enum(['phone', 'tablet']),
  parent_category_id: z.string().nullable(),
  category_type: z.enum(CATEGORY_TYPES),
  category_section: z.enum(CATEGORY_SECTIONS),
  year_week: z.string().meta({ description: 'ISO week in UTC, `YYYYWW`' }),
  scraped_at: z.string(),
  list_usd: ListPrice,
};
export const RankBody = z
  .object({
    app_id: z.string(),
    ...ListBody,
    app_rank: z.int(),
    rank: z.int(),
    previous_rank: z.int().nullable().meta({ description: 'The last one before on the same list; null: none is known' }),
    change: z.int().nullable().meta({ description: 'Places gained since then; positive is up' }),
    date: z.string().meta({ description: 'The day of the reading' }),
    is_current: z.boolean().nullable().meta({ description: 'It stood there when the list was last read; null: not asked, with days' }),
  })
  .meta({ id: 'AppRank' });

export const AppRankingsResponse = z.object({ success: z.boolean(), rankings: z.array(RankBody), ...ListFields });

export function toAppRankingsBody(
  page: Page,
  { ranks, total }: Awaited<ReturnType<typeof listAppRankings>>,
): z.input<typeof AppRankingsResponse> {
  return { success: true, rankings: ranks.map(toRankBody), ...toListFields(ranks, page, total) };
}

export function toRankBody(rank: AppRank): z.input<typeof RankBody> {
  const change = rank.previousRank === null ? null : rank.previousRank - rank.rank;
  return toBody(RankBody, { ...rank, appRank: rank.rank, date: rank.day, change });
}

const CSV_COLUMNS = [
  'date',
  'year_week',
  'category_id',
  'category_name',
  'chart',
  'device',
  'app_rank',
  'previous_rank',
  'change',
  'list_usd',
] as const satisfies readonly (keyof z.input<typeof RankBody>)[];

export function toAppRankingsCsv(ranks: readonly AppRank[]): string {
  return toCsv(CSV_COLUMNS, ranks.map(toRankBody));
}

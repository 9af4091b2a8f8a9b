import { z } from 'zod';
import { findLocationName, SCALE_FIELDS, toScaleBody } from '#areas/projects/index.ts';
import { CHANNELS, DEVICES } from '#areas/keywords/index.ts';
import {
  DAY_CODES,
  getGrid,
  getStanding,
  RANKING_STATUSES,
  SPARK_DAYS,
  toOutcomeFilter,
  toTrackedKey,
  type Grid,
} from '#areas/rankings/index.ts';
import { countDaysBetween } from '#kernel/days.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { Span } from '../opened/shown-span.ts';
import { toSharedSelection } from '../share.ts';
import { defineSection } from './section.ts';

const ROWS_MAX = 5_000;

const Row = z
  .object({
    keyword: z.string(),
    location_code: z.int(),
    location_name: z.string(),
    language_code: z.string(),
    device: z.enum(DEVICES),
    engine: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    status: z.enum(RANKING_STATUSES).meta({ description: '`pending`: nothing was known on the last day.' }),
    position: z.int().nullable().meta({
      description: 'Of the best own site on the last day, among the results of the channel. Of a failed check: the last good one.',
    }),
    rank_absolute: z.int().nullable().meta({ description: 'The same place among everything on the page.' }),
    previous: z.int().nullable().meta({ description: 'Where it stood on the last of the days to compare with, in `position_scale`.' }),
    best: z.int().nullable().meta({ description: 'The best place of the days, in `position_scale`.' }),
    page: z.string().nullable().meta({ description: 'The page that has the position.' }),
    volume: z.number().nullable(),
  })
  .meta({ id: 'SharedKeyword' });
type Row = z.input<typeof Row>;

/** Tracked keywords with their positions, in the order of their texts. */
export const keywords = defineSection({
  name: 'keywords',
  ignores: [],
  schema: z.object({
    ...SCALE_FIELDS,
    keywords: z.array(Row),
    total: z.int().meta({ description: `Tracked keywords that fit; those above ${ROWS_MAX} are left out.` }),
    spark: z.string().meta({
      description:
        'Base64 of 30 bytes for each row, the last of which is the last day: a position from 1 to 253, 0 not found, 254 every check of the day failed, 255 not measured, or not shown.',
    }),
  }),
  load: async (ctx, { projectId, filter, span, compared }) => {
    const [grid, before] = await Promise.all([
      getGrid(ctx, {
        ...toSharedSelection(projectId, filter),
        outcomes: filter.outcomes && toOutcomeFilter(filter.outcomes),
        ...span,
        compare: 'none',
        limit: ROWS_MAX,
      }),
      compared === null ? undefined : getStanding(ctx, projectId, compared.to),
    ]);
    return { ...toScaleBody(grid), keywords: toRows(grid, before), total: grid.matching, spark: toSpark(grid, span) };
  },
  columns: () => [...Object.keys(Row.shape), 'position_scale'],
  toRows: (body) => body.keywords.map((row) => ({ ...row, position_scale: body.position_scale })),
});

function toRows({ n, lists, columns }: Grid, before: ReadonlyMap<string, number | null> | undefined): Row[] {
  return Array.from({ length: n }, (_, row) => {
    const read = <Value>(values: readonly Value[], indexes: readonly (number | null)[]): Value | null => values[indexes[row] ?? -1] ?? null;
    const engine = read(lists.engine, columns.engine) as Row['engine'];
    const channel = read(lists.channel, columns.channel) as Row['channel'];
    const key = toTrackedKey(columns.keywordId[row] ?? '', engine, channel);
    return {
      keyword: columns.keyword[row] ?? '',
      location_code: columns.locationCode[row] ?? 0,
      location_name: findLocationName(columns.locationCode[row] ?? 0) ?? `location ${columns.locationCode[row] ?? 0}`,
      language_code: read(lists.languageCode, columns.languageCode) ?? '',
      device: read(lists.device, columns.device) as Row['device'],
      engine,
      channel,
      status: read(lists.status, columns.status) ?? 'pending',
      position: columns.position[row] ?? null,
      rank_absolute: columns.rankAbsolute[row] ?? null,
      previous: before?.get(key) ?? null,
      best: columns.best[row] ?? null,
      page: read(lists.page, columns.page),
      volume: columns.volume[row] ?? null,
    };
  });
}

/** Without the days before those that are shown. */
function toSpark({ n, spark }: Grid, { from, to }: Span): string {
  const codes = Buffer.from(spark, 'base64');
  const hidden = Math.max(0, SPARK_DAYS - 1 - countDaysBetween(from, to));
  for (let row = 0; row < n; row += 1) codes.fill(DAY_CODES.notMeasured, row * SPARK_DAYS, row * SPARK_DAYS + hidden);
  return codes.toString('base64');
}

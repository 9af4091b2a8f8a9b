import { z } from 'zod';
import { KEYWORD_FILTERS, TRACKED_FILTERS, toTrackedSelection } from '#areas/keywords/index.ts';
import { SCALE_FIELDS, toScaleBody } from '#areas/projects/index.ts';
import { booleanParam, dayParam, inOrder, limitField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import type { ChosenGrid } from '../grid/get-grid.ts';
import type { GridBeside } from '../grid/grid-beside.ts';
import { GRID_SHAPE, integers } from '../grid/grid-columns.ts';
import { COMPETITORS_MAX, type CompetitorColumns } from '../grid/competitors.ts';
import { COMPARES, type GridInput, ROWS_MAX, SPARK_DAYS } from '../grid/grid.ts';
import { sumTraffic } from '../grid/traffic.ts';
import { MOVEMENTS } from '../ingest/position-change.ts';
import { OVERVIEW_STANDINGS, RANKING_STATUSES } from '../vocabulary.ts';
import { googleDaysParam, GridGoogle, toGoogleBody } from './google.ts';
import { OUTCOME_FILTERS, toOutcomeFilter } from './outcome-filters.ts';

/** A span of project days. */
export const SPAN = {
  from: dayParam().optional().meta({ description: "The first day, in the project's time zone; 29 days before `to` unless given." }),
  to: dayParam().optional().meta({ description: 'The last day; today unless given. Days to come are left out.' }),
};

/** For `refine` of what has a `SPAN`. */
export const SPAN_ORDER = inOrder('from', 'to');

/** What an answer about a span of a project begins with. */
export const SPAN_HEAD = { success: z.boolean(), project_id: z.string(), time_zone: z.string(), from: z.string(), to: z.string() };

export const GridQuery = z
  .object({
    ...TRACKED_FILTERS,
    ...KEYWORD_FILTERS,
    ...OUTCOME_FILTERS,
    ...SPAN,
    compare: z
      .enum(COMPARES)
      .default('check')
      .meta({
        description:
          'What `previous` is: the last good check of an earlier date (`check`), what stood seven days before `to` (`week`) or on the day before `from` (`previous`), ' +
          'what stood a year before `to` (`year`), or nothing.',
      }),
    competitors: booleanParam()
      .optional()
      .meta({
        description: `Adds the websites of competitors, the first ${COMPETITORS_MAX} of the project's assets. CSV leaves them out.`,
      }),
    google_days: googleDaysParam(),
    limit: limitField(ROWS_MAX, ROWS_MAX),
  })
  .refine(...SPAN_ORDER);

const GridColumns = z.object(GRID_SHAPE).meta({ id: 'RankingGridColumns', description: 'One entry for each row in every column.' });

const OtherCheck = z
  .object({
    row: z.int(),
    checked_at: z.int().nullable(),
    failed_at: z.int().nullable(),
    error: z.string().nullable(),
    provider: z.string().nullable(),
    cost_usd: z.number().nullable(),
  })
  .meta({ id: 'RankingGridCheck', description: 'As the columns of the same names.' });

const GridCompetitor = z
  .object({
    domain: z.string(),
    status: z.array(z.int()).meta({ description: 'In `lists.status`. `pending`: this site has no outcome yet.' }),
    position: integers('Null: not found, or not known yet. Of a failed check: the last good one.'),
    rank_absolute: integers('Its place among everything on the page.'),
    checked_depth: integers('How many results the last good check read.'),
    ai_overview_place: integers(
      'The place of its first page among the references of the AI overview of that check; null unless it is cited there.',
    ),
    other_checks: z.array(OtherCheck).meta({
      description:
        'The rows that another check gave than that of the own site. Of all others `columns` has when, by whom and for how much.',
    }),
  })
  .meta({ id: 'RankingGridCompetitor', description: 'One entry for each row in every column.' });

const TEXTS = z.array(z.string());

const GridLists = z
  .object({
    status: z.array(z.enum(RANKING_STATUSES)),
    movement: z.array(z.enum(MOVEMENTS)),
    ai_overview: z.array(z.enum(OVERVIEW_STANDINGS)),
    engine: TEXTS,
    channel: TEXTS,
    device: TEXTS,
    language_code: TEXTS,
    check_interval: TEXTS,
    depth_strategy: TEXTS,
    intent: TEXTS,
    domain: TEXTS,
    target_domain: TEXTS,
    page: TEXTS,
    provider: TEXTS,
    error: TEXTS,
    journey: TEXTS,
    modifier: TEXTS,
    feature: TEXTS,
    tag: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
  })
  .meta({ id: 'RankingGridLists', description: 'Values that repeat; columns name them by their place in here.' });

const TrafficBody = z
  .object({
    visits: z.number().nullable().meta({ description: 'A month. Null: of none of the keywords they are known.' }),
    keywords: z
      .int()
      .meta({ description: 'Keywords that are counted, each once for all devices and engines, with the average of its rows.' }),
    without_volume: z.int().meta({ description: 'Keywords that are not counted: their volume is not known.' }),
    without_outcome: z.int().meta({ description: 'Keywords that are not counted: never checked, or the newest check failed.' }),
  })
  .meta({ id: 'RankingGridTraffic', description: 'Estimated traffic of the rows of this answer together.' });

export const GridResponse = z.object({
  ...SPAN_HEAD,
  ...SCALE_FIELDS,
  compare: z.enum(COMPARES),
  compare_day: z.string().nullable().meta({ description: '`previous` is what stood at the end of this day.' }),
  as_of: z.string().nullable().meta({ description: 'The newest check of the rows, well or not.' }),
  n: z.int().meta({ description: 'Rows: the length of every column.' }),
  total: z.int().meta({ description: 'Tracked keywords that fit, filters by what checks found apart; those above `limit` are left out.' }),
  matching: z.int().meta({
    description: `Of them, those that fit every filter, also above \`limit\`; what checks found is asked of the first ${ROWS_MAX} keywords.`,
  }),
  traffic: TrafficBody,
  lists: GridLists,
  columns: GridColumns,
  competitors: z.array(GridCompetitor).optional().meta({ description: 'With `competitors=true`, in the order of the assets.' }),
  google: GridGoogle.nullable()
    .optional()
    .meta({ description: 'With `google_days`. Null: the project is bound to no property of Search Console.' }),
  spark: z.string().meta({
    description:
      `Base64 of n rows of ${SPARK_DAYS} bytes, the last of which is the day \`to\`: a place in \`position_scale\` from 1 to 253, ` +
      '0 not found, 254 every check of the day failed, 255 not measured.',
  }),
});

export function toGridInput(query: z.output<typeof GridQuery>): GridInput {
  const { from, to, compare, competitors: withCompetitors, limit } = query;
  return { ...toTrackedSelection(query), outcomes: toOutcomeFilter(query), from, to, compare, withCompetitors, limit };
}

export function toGridBody(
  { projectId, compare }: GridInput,
  grid: ChosenGrid,
  { prices, google }: GridBeside,
): z.input<typeof GridResponse> {
  return {
    success: true,
    project_id: projectId,
    time_zone: grid.timeZone,
    from: grid.span.from,
    to: grid.span.to,
    ...toScaleBody(grid),
    compare,
    compare_day: grid.compareDay,
    as_of: grid.asOf === null ? null : new Date(grid.asOf).toISOString(),
    n: grid.n,
    total: grid.total,
    matching: grid.matching,
    traffic: toBody(TrafficBody, sumTraffic(grid)),
    lists: toBody(GridLists, grid.lists),
    columns: toBody(GridColumns, { ...grid.columns, ...prices }),
    ...(grid.competitors && { competitors: grid.competitors.map(toCompetitorBody) }),
    ...(google !== undefined && { google: google && toGoogleBody(google) }),
    spark: grid.spark,
  };
}

function toCompetitorBody({ otherChecks, ...columns }: CompetitorColumns): z.input<typeof GridCompetitor> {
  return toBody(GridCompetitor, { ...columns, otherChecks: otherChecks.map((check) => toBody(OtherCheck, check)) });
}

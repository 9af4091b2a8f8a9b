import { z } from 'zod';
import { KEYWORD_FILTERS, TRACKED_FILTERS, toTrackedSelection } from '#areas/keywords/index.ts';
import { SCALE_FIELDS, toScaleBody } from '#areas/projects/index.ts';
import { booleanParam, idField, limitField, listParam } from '#http/fields.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { CHECKED_ROWS_MAX, SERIES_ROWS_MAX, type Series, type SeriesInput } from '../../series/get-series.ts';
import { OVERVIEW_STANDINGS, TRACKED_CHANNELS } from '../../vocabulary.ts';
import { ImportedField, importedParam, toImportedFields } from '../imported.ts';
import { ReadingBody, toReadingBody } from '../reading.ts';
import { SPAN, SPAN_HEAD, SPAN_ORDER } from '../grid.ts';

const DOMAINS_MAX = 20;
/** They travel in the address; more are asked for by tag or location. */
const KEYWORD_IDS_MAX = 400;

export const SeriesQuery = z
  .object({
    ...TRACKED_FILTERS,
    ...KEYWORD_FILTERS,
    ...SPAN,
    keyword_ids: listParam(idField(), KEYWORD_IDS_MAX).optional().meta({ description: 'All that fit unless given.' }),
    domains: listParam(z.string().min(1).max(253).toLowerCase(), DOMAINS_MAX)
      .optional()
      .meta({ description: 'A row for each of these sites or places; one of the best own site unless given.' }),
    pages: booleanParam()
      .optional()
      .meta({ description: `The page of each day too, for at most ${CHECKED_ROWS_MAX} rows.` }),
    readings: booleanParam()
      .optional()
      .meta({ description: `How the good check of each day was read too, for at most ${CHECKED_ROWS_MAX} rows.` }),
    ai_overviews: booleanParam()
      .optional()
      .meta({ description: `Whether the AI overview of each day cites the site too, for at most ${CHECKED_ROWS_MAX} rows.` }),
    imported: importedParam(),
    limit: limitField(SERIES_ROWS_MAX, SERIES_ROWS_MAX),
  })
  .refine(...SPAN_ORDER);

const SeriesRowBody = z
  .object({
    keyword_id: z.string(),
    keyword: z.string(),
    engine: z.enum(ENGINES),
    channel: z.enum(TRACKED_CHANNELS),
    device: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    domain: z.string().nullable().meta({ description: 'Null: the best own site of each day.' }),
    target_page: z.string().nullable(),
  })
  .meta({ id: 'RankingSeriesRow' });

export const SeriesResponse = z.object({
  ...SPAN_HEAD,
  ...SCALE_FIELDS,
  days: z.array(z.string()),
  total: z.int().meta({ description: 'Tracked keywords that fit; those above `limit` are left out.' }),
  rows: z.array(SeriesRowBody),
  values: z.string().meta({
    description:
      'Base64 of a byte for each day, row by row: a position from 1 to 253, 0 not found, 254 every check of the day failed, 255 not measured.',
  }),
  pages: z
    .object({
      list: z.array(z.string()),
      places: z.array(z.int().nullable()).meta({ description: 'Row by row the place of the page in the list, for each day.' }),
    })
    .nullable(),
  readings: z
    .array(ReadingBody.nullable())
    .nullable()
    .meta({ description: 'With `readings`, row by row how the good check of each day was read; null where there was none.' }),
  ai_overviews: z
    .object({
      list: z.array(z.enum(OVERVIEW_STANDINGS)),
      standings: z
        .array(z.int().nullable())
        .meta({ description: 'Row by row the place in the list, for each day; null: no organic page was read.' }),
      places: z.array(z.int().nullable()).meta({ description: 'The place among the references; null unless cited.' }),
    })
    .optional()
    .meta({ description: 'With `ai_overviews`, of the best of the own sites, or of the site of the row.' }),
  imported: ImportedField,
});

export function toSeriesInput(query: z.output<typeof SeriesQuery>): SeriesInput {
  const {
    from,
    to,
    keyword_ids: keywordIds,
    domains,
    pages: withPages = false,
    readings: withReadings = false,
    ai_overviews: withOverviews = false,
    imported: withImported = false,
    limit,
  } = query;
  const sites = domains && [...new Set(domains)];
  return {
    ...toTrackedSelection(query),
    from,
    to,
    keywordIds,
    domains: sites,
    withPages,
    withReadings,
    withOverviews,
    withImported,
    limit,
  };
}

export function toSeriesBody({ projectId }: SeriesInput, series: Series): z.input<typeof SeriesResponse> {
  return {
    success: true,
    project_id: projectId,
    time_zone: series.timeZone,
    from: series.span.from,
    to: series.span.to,
    ...toScaleBody(series),
    days: [...series.days],
    total: series.total,
    rows: series.rows.map((row) => ({
      keyword_id: row.keywordId,
      keyword: row.keyword,
      engine: row.engine,
      channel: row.channel,
      device: row.device,
      location_code: row.locationCode,
      language_code: row.languageCode,
      domain: row.domain,
      target_page: row.targetPage,
    })),
    values: series.values.toString('base64'),
    pages: series.pages && { list: [...series.pages.list], places: [...series.pages.indexes] },
    readings: series.readings?.map((reading) => reading && toReadingBody(reading)) ?? null,
    ...(series.overviews && { ai_overviews: toOverviews(series.overviews) }),
    ...toImportedFields(series.imported),
  };
}

function toOverviews(overviews: NonNullable<Series['overviews']>) {
  return {
    list: [...OVERVIEW_STANDINGS],
    standings: overviews.map((one) => one && OVERVIEW_STANDINGS.indexOf(one.standing)),
    places: overviews.map((one) => one?.place ?? null),
  };
}

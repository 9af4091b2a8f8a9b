import { defineEndpoint, type AppEndpoint } from '#context';
import { listFeatures } from '../features/list-features.ts';
import { getGrid } from '../grid/get-grid.ts';
import { readGoogle } from '../google/read-google.ts';
import { findGoogleVersion } from '../google/store.ts';
import { getTrackedVersion } from '../grid/grid-version.ts';
import { priceMetrics, priceRows } from '../grid/price-rows.ts';
import { listPages } from '../pages/list-pages.ts';
import { getSeries } from '../series/get-series.ts';
import { FeaturesQuery, FeaturesResponse, toFeaturesBody, toFeaturesInput } from '../wire/features.ts';
import { GRID_ROWS } from '../wire/grid-rows.ts';
import { GridQuery, GridResponse, toGridBody, toGridInput } from '../wire/grid.ts';
import { PagesQuery, PagesResponse, toPagesBody, toPagesInput } from '../wire/reports/pages.ts';
import { SERIES_ROWS } from '../wire/reports/series-rows.ts';
import { SeriesQuery, SeriesResponse, toSeriesBody, toSeriesInput } from '../wire/reports/series.ts';

/** Answers over all tracked keywords of a project at once. */
export const gridEndpoints: AppEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/grid',
    spec: '4.4',
    area: 'rankings',
    summary: 'All tracked keywords of a project with their newest outcomes, as columns',
    description:
      'One row for each keyword, place, language and device on each engine and channel it is tracked in, in the order of the keywords. ' +
      'A failed check is `failed` and leaves the last good outcome as it is. With a day of the past as `to`, outcomes are those of that day. ' +
      'Repeated with `If-None-Match`, it is answered 304 until something has changed.',
    access: 'key',
    query: GridQuery,
    rows: GRID_ROWS,
    responses: { 200: GridResponse },
    version: async (ctx, { query }) => {
      const version = await getTrackedVersion(ctx, query.project_id);
      const read =
        query.google_days === undefined ? '' : Buffer.from(await findGoogleVersion(ctx.postgres, query.project_id)).toString('base64url');
      const tag = [version.tag, ...(query.competitors === true ? ['competitors'] : []), ...(read === '' ? [] : [read])].join('-');
      return { ...version, tag };
    },
    handle: async (ctx, { query }) => {
      const input = toGridInput(query);
      const grid = await getGrid(ctx, input);
      const google = query.google_days === undefined ? undefined : await readGoogle(ctx, grid, { ...input, days: query.google_days });
      return { status: 200, body: toGridBody(input, grid, { prices: priceRows(ctx.searchData, grid), google }) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/series',
    spec: '4.4',
    area: 'rankings',
    summary: 'Positions of many keywords day by day, as a matrix of bytes',
    description:
      'One row for each tracked keyword, of the best own site of each day; with `domains` one for each of these sites. ' +
      'Days are those of the project. A day without a check is not measured and stays so: nothing is carried over. ' +
      'CSV has a line for each day with a check, and with `imported` one for each day that another tracker knew, whose place stands in `place` and never in `position`.',
    access: 'key',
    query: SeriesQuery,
    rows: SERIES_ROWS,
    responses: { 200: SeriesResponse },
    // What was imported changes without a check.
    version: async (ctx, { query }) => (query.imported === true ? undefined : await getTrackedVersion(ctx, query.project_id)),
    handle: async (ctx, { query }) => {
      const input = toSeriesInput(query);
      return { status: 200, body: toSeriesBody(input, await getSeries(ctx, input)) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/pages',
    spec: '4.4',
    area: 'rankings',
    summary: "A project's pages that rank, and keywords for which several take turns",
    description:
      'By the newest good check of each tracked keyword within the span. Averages are of keywords that rank; failed checks count nowhere. ' +
      '`share_of_voice` is weighed as in the summary.',
    access: 'key',
    query: PagesQuery,
    rows: 'pages',
    responses: { 200: PagesResponse },
    version: (ctx, { query }) => getTrackedVersion(ctx, query.project_id),
    handle: async (ctx, { query }) => {
      const input = toPagesInput(query);
      return { status: 200, body: toPagesBody(input, await listPages(ctx, input), priceMetrics(ctx.searchData)) };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/rankings/features',
    spec: '4.4',
    area: 'rankings',
    summary: 'What result pages had beside their organic results, day by day, and how often an own site was in it',
    description: 'Counts tracked keywords by the newest good check of each project day. A day without checks is null and not 0.',
    access: 'key',
    query: FeaturesQuery,
    responses: { 200: FeaturesResponse },
    version: (ctx, { query }) => getTrackedVersion(ctx, query.project_id),
    handle: async (ctx, { query }) => {
      const input = toFeaturesInput(query);
      return { status: 200, body: toFeaturesBody(input, await listFeatures(ctx, input)) };
    },
  }),
];

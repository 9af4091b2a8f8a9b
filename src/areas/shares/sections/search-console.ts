import { z } from 'zod';
import { findGoogleCountry } from '#areas/rankings/index.ts';
import { readSearchConsoleReport, roundFigures, toScopeBody, type Performance } from '#areas/search-console/index.ts';
import { defineSection } from './section.ts';

const ROWS_MAX = 25;

const FIGURES = {
  clicks: z.int().nullable(),
  impressions: z.int().nullable(),
  ctr: z.number().nullable(),
  position: z.number().nullable(),
};
const Figures = z
  .object(FIGURES)
  .meta({ id: 'SharedSearchFigures', description: 'Null: nothing was read, or Google has nothing; never 0 for that reason.' });
const Row = z.object({ key: z.string(), ...FIGURES, compared_clicks: z.int().nullable() }).meta({ id: 'SharedSearchRow' });

const Day = z
  .object({ date: z.string(), state: z.enum(['final', 'partial', 'failed', 'missing']), ...FIGURES, compared_clicks: z.int().nullable() })
  .meta({ id: 'SharedSearchDay', description: '`partial`: Google counts on; `failed` and `missing`: not read.' });

/** What Google itself counted in Search Console. */
export const searchConsole = defineSection({
  name: 'search_console',
  ignores: ['languageCode', 'engine', 'channel', 'tagId', 'keywords', 'outcomes'],
  schema: z.object({
    site_url: z.string().nullable().meta({ description: 'The property. Null: the project has none.' }),
    totals: Figures,
    compared_totals: Figures.nullable(),
    named_share: z
      .number()
      .nullable()
      .meta({ description: 'The part of the clicks whose queries Google names. The others are in no list.' }),
    spoiled: z
      .array(z.object({ metric: z.string(), reasons: z.array(z.string()).max(100) }))
      .max(4)
      .meta({ description: 'Figures that Google is known to have counted wrongly in these days.' }),
    days: z.array(Day).meta({ description: 'Pacific days.' }),
    queries: z.array(Row).max(ROWS_MAX).meta({ description: 'Those with most clicks.' }),
    pages: z.array(Row).max(ROWS_MAX),
  }),
  load: async (ctx, { projectId, filter: { device, locationCode }, span, compared }) => {
    const country = locationCode === undefined ? undefined : (findGoogleCountry(locationCode)?.country ?? 'none');
    const { days, queries, pages } = await readSearchConsoleReport(ctx, {
      projectId,
      ...span,
      comparedWith: compared ?? undefined,
      filter: { device, country },
    });
    const { property, warnings } = toScopeBody(days);
    return {
      site_url: property?.site_url ?? null,
      totals: toFigures(days.totals),
      compared_totals: compared === null ? null : toFigures(days.totalsBefore),
      named_share: queries.named?.share ?? null,
      spoiled: warnings.map(({ metric, anomalies }) => ({ metric, reasons: anomalies.map(({ reason }) => reason) })),
      days: days.rows.map(({ key, now, before, state = 'missing' }) => ({
        date: key,
        state,
        ...toFigures(now),
        compared_clicks: before?.clicks ?? null,
      })),
      queries: toRows(queries),
      pages: toRows(pages),
    };
  },
  columns: () => ['date', 'state', ...Object.keys(FIGURES), 'compared_clicks'],
  toRows: ({ days }) => days,
});

function toRows({ rows }: Performance): z.input<typeof Row>[] {
  return rows.map(({ key, now, before }) => ({ key, ...toFigures(now), compared_clicks: before?.clicks ?? null }));
}

function toFigures(figures: Performance['totals']): z.input<typeof Figures> {
  return figures === null ? { clicks: null, impressions: null, ctr: null, position: null } : roundFigures(figures);
}

import { z } from 'zod';
import { findGoogleCountry } from '#areas/rankings/index.ts';
import { dayParam, idField, inOrder, integerParam, limitField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { AnomalyBody, toAnomalyBody } from '../wire/anomalies.ts';
import { METRICS } from '../anomalies.ts';
import { LACKS, listLacks } from '../binding/binding.ts';
import { GROUPS, SORTS } from './analytics.ts';
import type { Figures } from './figures.ts';
import type { Performance, PerformanceInput, PerformanceRow } from './get-performance.ts';
import { COMPARES, SPAN_DAYS_MAX, type DaySpan, type Scope } from './scope.ts';

const ROWS_MAX = 5_000;
const TEXT_MAX = 2_048;
const CTR_DIGITS = 6;
const POSITION_DIGITS = 2;
export const DEVICES = ['desktop', 'mobile', 'tablet'] as const;

export const ProjectParams = z.object({ project_id: idField() });

export const SPAN_FIELDS = {
  from: dayParam()
    .optional()
    .meta({ description: `The first Pacific day, at most ${SPAN_DAYS_MAX - 1} days before \`to\`.` }),
  to: dayParam().optional().meta({ description: 'The last one; the last final day that was read unless given.' }),
  last_days: integerParam({ min: 1, max: SPAN_DAYS_MAX })
    .optional()
    .meta({ description: 'So many days until `to`, where `from` is not given; 28 unless given.' }),
};

const text = () => z.string().min(1).max(TEXT_MAX).optional();

export const PerformanceQuery = z
  .object({
    ...SPAN_FIELDS,
    group_by: z.enum(GROUPS).default('date'),
    compare: z
      .enum(COMPARES)
      .default('none')
      .meta({ description: 'With as many days before `from` (`previous`), or with the days 52 weeks before (`year`).' }),
    query: text().meta({ description: 'This query alone, as Google writes it.' }),
    query_contains: text().meta({ description: 'Queries with this text in them, in any case.' }),
    page: text().meta({ description: 'This page alone, by its whole address.' }),
    page_contains: text(),
    country: z
      .string()
      .regex(/^[a-z]{3}$/u, 'must be three small letters, such as usa')
      .optional(),
    location_code: integerParam().optional().meta({ description: 'The country of this place, in place of `country`.' }),
    device: z.enum(DEVICES).optional(),
    sort: z.enum(SORTS).default('clicks').meta({ description: 'Days are always in their order.' }),
    order: z.enum(['asc', 'desc']).default('desc'),
    limit: limitField(500, ROWS_MAX),
    offset: offsetField(),
  })
  .refine(...inOrder('from', 'to'))
  .refine(({ sort, compare }) => compare !== 'none' || !sort.endsWith('_change'), { path: ['sort'], message: 'needs compare' });

export const FIGURES = {
  clicks: z.int().nullable(),
  impressions: z.int().nullable(),
  ctr: z.number().nullable().meta({ description: 'Clicks of impressions, 0 to 1.' }),
  position: z.number().nullable().meta({ description: "Google's average over impressions of the topmost place, from 1." }),
};
const FIGURES_BEFORE = {
  compared_clicks: FIGURES.clicks,
  compared_impressions: FIGURES.impressions,
  compared_ctr: z.number().nullable(),
  compared_position: z.number().nullable(),
};

const FiguresBody = z
  .object({ clicks: z.int(), impressions: z.int(), ctr: z.number(), position: z.number().nullable() })
  .meta({ id: 'SearchConsoleFigures', description: 'What Google counted. A kind of search without places has no position.' });

const DAY_STATES = ['final', 'partial', 'failed', 'missing'] as const;

const SpanBody = z
  .object({
    from: z.string(),
    to: z.string(),
    days: z.int(),
    final: z.int().meta({ description: 'Days that Google counts no more.' }),
    partial: z.int().meta({ description: 'Days that Google counts on: their figures grow.' }),
    failed: z.int().meta({ description: 'Days that were asked for and never read. They count nowhere.' }),
    missing: z.int().meta({ description: 'Days that were never asked for. They count nowhere.' }),
    cut: z.int().meta({ description: 'Days of which Google gave only the 50,000 rows with most clicks by query or page.' }),
  })
  .meta({ id: 'SearchConsoleSpan', description: 'Pacific days, and how far they are known.' });

const WarningBody = z
  .object({ metric: z.enum(METRICS), anomalies: z.array(AnomalyBody).max(100) })
  .meta({ id: 'SearchConsoleWarning', description: 'A figure that must not be taken as it is, or compared.' });

export const LacksField = z
  .array(z.enum(LACKS))
  .max(LACKS.length)
  .meta({ description: 'What this kind of search has none of: groups and filters by it find nothing, and figures of it are null.' });

/** What every answer about a property begins with. */
export const SCOPE_HEAD = {
  success: z.boolean(),
  project_id: z.string(),
  property: z
    .object({
      site_url: z.string(),
      type: z.string().meta({ description: 'Kind of search.' }),
      lacks: LacksField,
      sync: z
        .enum(['waiting', 'running', 'paused', 'idle', 'failing'])
        .nullable()
        .meta({ description: 'How the collection goes. Null: it never began.' }),
      cause: z.string().nullable().meta({ description: 'Why it does not go on.' }),
      next_step: z.string().nullable().meta({ description: 'The one thing to do then.' }),
    })
    .nullable()
    .meta({ description: 'Null: the project is bound to no property.' }),
  span: SpanBody,
  compared: SpanBody.nullable(),
  warnings: z.array(WarningBody).max(METRICS.length),
};

const NamedBody = z
  .object({
    clicks: z.int(),
    share: z.number().nullable().meta({ description: 'Of all clicks of the property, 0 to 1. Null: there are none.' }),
    compared_share: z.number().nullable(),
  })
  .meta({
    id: 'SearchConsoleNamed',
    description: 'Clicks by queries that Google names. Those of few people have no name: sums by query or page are less than the total.',
  });

const RowBody = z
  .object({
    key: z.string().meta({ description: 'The day, query, page, country in three letters, or device.' }),
    ...FIGURES,
    ...FIGURES_BEFORE,
    state: z.enum(DAY_STATES).nullable().meta({ description: 'Of days; null for other groups.' }),
  })
  .meta({
    id: 'SearchConsoleRow',
    description: 'Null figures: Google has nothing of it, or it was not read (`state`); never 0 for that reason.',
  });

export const PerformanceResponse = z.object({
  ...SCOPE_HEAD,
  group_by: z.enum(GROUPS),
  totals: FiguresBody.nullable().meta({ description: 'Of all rows that fit. Null: nothing was read, or Google has nothing.' }),
  compared_totals: FiguresBody.nullable(),
  named: NamedBody.nullable().meta({ description: 'Null: these sums hold everything, also what has no name.' }),
  rows: z.array(RowBody),
  ...ListFields,
});

export function toPerformanceInput(projectId: string, query: z.output<typeof PerformanceQuery>): PerformanceInput {
  const { from, to, last_days: lastDays, compare, group_by: group, sort, order, limit, offset, device, page, location_code: place } = query;
  // No figures are of a place whose country is not known.
  const country = place === undefined ? query.country : (findGoogleCountry(place)?.country ?? '-');
  const filter = { query: query.query, queryContains: query.query_contains, page, pageContains: query.page_contains, country, device };
  return { projectId, from, to, lastDays, compare, group, filter, sort, isDescending: order === 'desc', limit, offset };
}

export function toPerformanceBody(input: PerformanceInput, found: Performance): z.input<typeof PerformanceResponse> {
  const { totals, totalsBefore, named, rows, total } = found;
  return {
    ...toScopeBody(found),
    group_by: input.group,
    totals: totals && roundFigures(totals),
    compared_totals: totalsBefore && roundFigures(totalsBefore),
    named: named === undefined ? null : { clicks: named.clicks, share: named.share, compared_share: named.shareBefore },
    rows: rows.map(toRowBody),
    ...toListFields(rows, input, total),
  };
}

export function toScopeBody({ projectId, property, span, compared, warnings }: Scope) {
  return {
    success: true,
    project_id: projectId,
    property:
      property === undefined
        ? null
        : {
            site_url: property.siteUrl,
            type: property.type,
            lacks: [...listLacks(property.type)],
            sync: property.syncStatus,
            cause: property.cause,
            next_step: property.nextStep,
          },
    span: toSpanBody(span),
    compared: compared === undefined ? null : toSpanBody(compared),
    warnings: warnings.map(({ metric, anomalies }) => ({ metric, anomalies: anomalies.map(toAnomalyBody) })),
  };
}

function toSpanBody({ from, to, asked, known }: DaySpan): z.input<typeof SpanBody> {
  const count = (state: string): number => known.filter((day) => day.state === state).length;
  return {
    from,
    to,
    days: asked,
    final: count('final'),
    partial: count('partial'),
    failed: count('failed'),
    missing: asked - known.length,
    cut: known.filter(({ isCut }) => isCut).length,
  };
}

export function roundFigures({ clicks, impressions, ctr, position }: Figures): Figures {
  return { clicks, impressions, ctr: Number(ctr.toFixed(CTR_DIGITS)), position: position && Number(position.toFixed(POSITION_DIGITS)) };
}

const NOTHING = { clicks: null, impressions: null, ctr: null, position: null };

function toRowBody({ key, now, before, state }: PerformanceRow): z.input<typeof RowBody> {
  const { clicks, impressions, ctr, position } = before === null ? NOTHING : roundFigures(before);
  return {
    key,
    ...(now === null ? NOTHING : roundFigures(now)),
    compared_clicks: clicks,
    compared_impressions: impressions,
    compared_ctr: ctr,
    compared_position: position,
    state: state ?? null,
  };
}

import { z } from 'zod';
import { MetricReadingBody, ONBOARD_STATUSES, toLinksReading } from '#areas/domains/index.ts';
import { SCALE_FIELDS, toScaleBody, toVoiceBody, VOICE_FIELDS } from '#areas/projects/index.ts';
import {
  CHANNELS,
  DAY_COUNTS,
  MoveCountsBody,
  MoverBody,
  toDayCounts,
  toMoverBody,
  toProviderName,
  type PriceMetrics,
  type SummaryDay,
} from '#areas/rankings/index.ts';
import { dayParam, idField, integerParam } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { roundUsd } from '#kernel/money.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { OverviewInput, ProjectOverview } from '../get-project-overview.ts';
import { COMPARISONS } from '../periods.ts';

export const OverviewParams = z.object({ project_id: idField() });

export const ProjectOverviewQuery = z.object({
  from: dayParam().optional().meta({ description: 'The first day; 27 days before `to` unless given.' }),
  to: dayParam().optional().meta({ description: 'The last day; today unless given. Days to come are left out.' }),
  compare: z.enum(COMPARISONS).default('previous').meta({
    description: '`previous`: the period before, of the same length. `year`: 52 weeks before. `none`: the first day of the period.',
  }),
  device: z.enum(['desktop', 'mobile', 'tablet']).optional(),
  location_code: integerParam({ min: 1 }).optional(),
  channel: z.enum(CHANNELS).default('seo'),
  platform: z.enum(ENGINES).optional(),
});

const DayBody = z
  .object({ date: z.string(), ...DAY_COUNTS })
  .meta({ id: 'OverviewDay', description: 'The counts are those of the best own site of each keyword.' });

const PageFields = {
  keyword_id: z.string(),
  keyword: z.string(),
  platform: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
  device: z.string(),
  location_code: z.int(),
};

const FailedCheckBody = z
  .object({
    ...PageFields,
    error: z.string().nullable(),
    failed_at: z.string().nullable(),
    last_rank_absolute: z.int().nullable().meta({ description: 'The same place among everything on the page.' }),
    last_position: z.int().nullable().meta({ description: 'By the last good check. Null: not found then, or there was none.' }),
    last_checked_at: z.string().nullable().meta({ description: 'When the last good check was. Null: there was none.' }),
    last_checked_depth: z.int().nullable().meta({ description: 'How many results it read.' }),
    last_provider: z.string().nullable(),
    last_cost_usd: z.number().nullable().meta({ description: 'What it cost. Null: not recorded.' }),
  })
  .meta({ id: 'OverviewFailedCheck' });

const LinksBody = z
  .object({
    domain: z.string(),
    onboard_status: z.enum(ONBOARD_STATUSES),
    year_week: z.string().nullable().meta({ description: 'The newest week whose links are known, `YYYYWW`. Null: none is.' }),
    rank: z.int().nullable(),
    backlinks: z.int().nullable(),
    referring_domains: z.int().nullable(),
    previous_year_week: z.string().nullable(),
    previous_backlinks: z.int().nullable(),
    previous_referring_domains: z.int().nullable(),
    reading: MetricReadingBody.meta({ description: 'How the newest week was read, and what that cost.' }),
  })
  .meta({ id: 'OverviewLinks' });

const FeatureBody = z
  .object({
    feature: z.string(),
    keywords: z.int().meta({ description: 'Keywords on whose result page it stands on the later day.' }),
    previous_keywords: z.int(),
    gained: z.int().meta({ description: 'Keywords whose page has it now and had it not on the earlier day.' }),
    lost: z.int(),
  })
  .meta({ id: 'OverviewFeature' });

const PeriodBody = z.object({ from: z.string(), to: z.string() });

export const ProjectOverviewResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  ...SCALE_FIELDS,
  ...VOICE_FIELDS,
  compare: z.enum(COMPARISONS),
  compared: PeriodBody.nullable(),
  days: z.array(DayBody),
  compared_days: z.array(DayBody).meta({ description: 'The days of the compared period, as many as `days`.' }),
  outcomes: z.object({ tracked: z.int(), ranked: z.int(), not_found: z.int(), failed: z.int(), pending: z.int() }).meta({
    description:
      'Tracked keywords by their newest outcome, whatever the period. `failed`: the newest check failed. `pending`: not checked yet.',
  }),
  last_check_at: z.string().nullable(),
  moves: z
    .object({
      before: z.string(),
      after: z.string(),
      counts: MoveCountsBody,
      entered_top_10: z.int().meta({ description: 'Keywords that stand among the first ten now and did not then, by `position_scale`.' }),
      left_top_10: z.int().meta({ description: 'The other way round.' }),
      up: z.array(MoverBody),
      down: z.array(MoverBody),
      new: z.array(MoverBody),
      lost: z.array(MoverBody),
    })
    .meta({
      description:
        'How tracked keywords stand on the day `after` against the day `before`, ten of each kind at most, those that moved most first. A keyword whose outcome is not known on both days has not moved.',
    }),
  features: z.array(FeatureBody).meta({ description: 'What stands on the result pages beside the results, on the same two days.' }),
  failed_checks: z.array(FailedCheckBody).meta({ description: 'The ten that failed last; `outcomes.failed` counts all.' }),
  next_check_at: z.string().nullable(),
  next_checks: z
    .array(z.object({ date: z.string(), checks: z.int() }))
    .meta({ description: 'Checks that become due in the next seven days (UTC). What is overdue counts for today.' }),
  backlinks: z.array(LinksBody).meta({ description: 'Of the own websites that are known, twenty at most.' }),
  spend: z.object({
    month_usd: z.number().meta({ description: 'Paid in the present month (UTC).' }),
    today_usd: z.number(),
    projected_usd: z.number().meta({
      description:
        'At the end of the month, if each day that is left costs as much as the last seven full ones (UTC) did on average, and no more than the limit.',
    }),
    budget_usd: z.number().nullable().meta({ description: 'The monthly limit of the project, its own or that of all. Null: none.' }),
    stops_on: z.string().nullable().meta({
      description: 'The day (UTC) on which the limit is used up at this pace, today when it is used up; null: not in this month.',
    }),
  }),
});

type Response = z.input<typeof ProjectOverviewResponse>;

export function toOverviewInput(projectId: string, query: z.output<typeof ProjectOverviewQuery>): OverviewInput {
  const { location_code: locationCode, platform: engine, ...rest } = query;
  return { projectId, locationCode, engine, ...rest, from: query.from, to: query.to };
}

export function toProjectOverviewBody(
  { compare, ...results }: Pick<OverviewInput, 'compare' | 'channel' | 'engine' | 'device'>,
  overview: ProjectOverview,
  priceOf: PriceMetrics,
): Response {
  const { project, period, compared, outcomes, spend } = overview;
  const { ranked, notFound, failed, pending } = outcomes;
  return {
    success: true,
    project_id: project.id,
    name: project.name,
    ...period,
    ...toScaleBody(project),
    ...toVoiceBody(project, results),
    compare,
    compared: compared ?? null,
    days: overview.days.map(toDayBody),
    compared_days: overview.comparedDays.map(toDayBody),
    outcomes: { tracked: ranked + notFound + failed + pending, ranked, not_found: notFound, failed, pending },
    last_check_at: outcomes.lastCheckAt?.toISOString() ?? null,
    moves: toMovesBody(overview, priceOf),
    features: overview.features.map((feature) => toBody(FeatureBody, feature)),
    failed_checks: overview.failedChecks.map((check) =>
      toBody(FailedCheckBody, { ...check, platform: check.engine, lastProvider: toProviderName(check.lastProvider) }),
    ),
    next_check_at: outcomes.nextCheckAt?.toISOString() ?? null,
    next_checks: [...overview.dueDays],
    backlinks: overview.links.map((links) => toBody(LinksBody, { ...links, reading: toLinksReading(links) })),
    spend: {
      month_usd: roundUsd(spend.monthUsd),
      today_usd: roundUsd(spend.todayUsd),
      projected_usd: roundUsd(spend.projectedUsd),
      budget_usd: spend.budgetUsd,
      stops_on: spend.stopsOn ?? null,
    },
  };
}

function toDayBody({ day, own }: SummaryDay): z.input<typeof DayBody> {
  return { date: day, ...toDayCounts(own) };
}

function toMovesBody({ moves, movesBetween }: ProjectOverview, priceOf: PriceMetrics): Response['moves'] {
  const listOf = (move: string) => moves.keywords.flatMap((keyword) => (keyword.move === move ? toMoverBody(keyword, priceOf) : []));
  const { counts, top10 } = moves;
  const lists = { up: listOf('up'), down: listOf('down'), new: listOf('new'), lost: listOf('lost') };
  return { ...movesBetween, counts, entered_top_10: top10.entered, left_top_10: top10.left, ...lists };
}

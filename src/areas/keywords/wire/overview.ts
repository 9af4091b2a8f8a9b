import { z } from 'zod';
import {
  KEYWORD_INTENTS,
  COMPETITION_LEVELS,
  type ClickstreamMetrics,
  type KeywordMetrics,
  type MonthlySearches,
  type SearchSeries,
} from '#providers/search-data/index.ts';
import type { Asker } from '../answers/asker.ts';
import { HISTORY_STATUSES } from '../metrics/on-request/get-history.ts';
import type { Overview } from '../metrics/on-request/get-overview.ts';
import { historyMonthsField } from './data-settings.ts';
import {
  toAnswerFields,
  AnswerFields,
  askedKeywordsField,
  BesideFields,
  OutcomeFields,
  SkippedFields,
  toCategoryBodies,
  toOutcomes,
  toSkippedFields,
} from './keyword-question.ts';

const KEYWORDS_MAX = 1_000;

export const OverviewBody = z.object({
  keywords: askedKeywordsField(KEYWORDS_MAX),
  include_clickstream_data: z
    .boolean()
    .default(false)
    .meta({ description: 'Also the searches by other ways of counting, which doubles the price.' }),
  history_months: historyMonthsField().optional().meta({
    description:
      'So many months are answered; left out: all that are known. Above 12 the past is bought once for each keyword, as far back as the provider has it.',
  }),
  ...BesideFields,
});

export const MonthBody = z.object({ year: z.int(), month: z.int(), search_volume: z.int() }).meta({ id: 'MonthlySearches' });

const SeriesBody = z.object({ search_volume: z.int().nullable(), monthly_searches: z.array(MonthBody) });
const ClickstreamBody = SeriesBody.extend({
  gender_distribution: z.record(z.string(), z.number()),
  age_distribution: z.record(z.string(), z.number()),
});

/** Metrics of a keyword as they are answered. */
export const MetricsFields = {
  search_volume: z.int().nullable().meta({ description: 'Null: not known. Never 0 for that.' }),
  cpc: z.number().nullable(),
  competition: z.number().nullable(),
  competition_level: z.enum(COMPETITION_LEVELS).nullable(),
  keyword_difficulty: z.int().nullable(),
  search_intent: z.enum(KEYWORD_INTENTS).nullable(),
  monthly_searches: z.array(MonthBody).meta({ description: 'Newest first, up to 84 months.' }),
  categories: z.array(z.int()),
  category_names: z.array(z.string().nullable()),
  provider_category_paths: z.array(z.string().nullable()),
};

const OverviewKeyword = z
  .object({
    ...OutcomeFields,
    ...MetricsFields,
    updated_at: z.string().nullable(),
    history_status: z.enum(HISTORY_STATUSES).nullable().meta({
      description:
        'How far back the months reach. `known`: as far as those of the provider; `unknown`: it has none before the last twelve; `not_asked`: `history_months` buys them; `unavailable`: it sells none for the place; `skipped`: no budget. Null without figures.',
    }),
    engine_b_normalized: SeriesBody.nullish(),
    clickstream_normalized: SeriesBody.nullish(),
    clickstream: ClickstreamBody.nullish(),
  })
  .meta({ id: 'KeywordOverview' });

export const OverviewResponse = z.object({ ...AnswerFields, keywords: z.array(OverviewKeyword), ...SkippedFields });

export function toOverviewBody(
  { keywords, include_clickstream_data: withClickstream, history_months: monthsMax }: z.output<typeof OverviewBody>,
  asker: Asker,
  { histories, ...result }: Overview,
): z.input<typeof OverviewResponse> {
  const outcomes = toOutcomes(keywords, { ...result, byKeyword: result.metrics });
  return {
    ...toAnswerFields(outcomes.length, asker, result),
    keywords: outcomes.map(({ fields, value }) => ({
      ...fields,
      ...toMetricsFields(value),
      monthly_searches: toMonthBodies((value && histories.get(value.keyword)?.months) ?? []).slice(0, monthsMax),
      history_status: (value && histories.get(value.keyword)?.status) ?? null,
      updated_at: value?.knownAt.toISOString() ?? null,
      ...(withClickstream ? toOtherCounts(value) : {}),
    })),
    ...toSkippedFields(result),
  };
}

export function toMetricsFields(metrics: KeywordMetrics | undefined): z.input<z.ZodObject<typeof MetricsFields>> {
  const categories = toCategoryBodies(metrics?.categories ?? []);
  return {
    search_volume: metrics?.searchVolume ?? null,
    cpc: metrics?.cpc ?? null,
    competition: metrics?.competition ?? null,
    competition_level: metrics?.competitionLevel ?? null,
    keyword_difficulty: metrics?.keywordDifficulty ?? null,
    search_intent: metrics?.intent ?? null,
    monthly_searches: toMonthBodies(metrics?.monthlySearches ?? []),
    categories: categories.map(({ id }) => id),
    category_names: categories.map(({ name }) => name),
    provider_category_paths: categories.map(({ path }) => path),
  };
}

function toOtherCounts(metrics: KeywordMetrics | undefined) {
  return {
    engine_b_normalized: toSeriesBody(metrics?.normalizedByBing),
    clickstream_normalized: toSeriesBody(metrics?.normalizedByClickstream),
    clickstream: toClickstreamBody(metrics?.clickstream),
  };
}

function toSeriesBody(series: SearchSeries | null | undefined): z.input<typeof SeriesBody> | null {
  return series ? { search_volume: series.searchVolume, monthly_searches: toMonthBodies(series.monthlySearches) } : null;
}

function toClickstreamBody(metrics: ClickstreamMetrics | null | undefined): z.input<typeof ClickstreamBody> | null {
  const series = toSeriesBody(metrics);
  return metrics && series ? { ...series, gender_distribution: metrics.genders, age_distribution: metrics.ages } : null;
}

/** Searches by month as they are answered. */
export function toMonthBodies(months: readonly MonthlySearches[]): z.input<typeof MonthBody>[] {
  return months.map(({ year, month, searchVolume }) => ({ year, month, search_volume: searchVolume }));
}

import { z } from 'zod';
import { idField, limitField } from '#http/fields.ts';
import type { PortfolioTrends } from '../portfolio/get-portfolio-trends.ts';
import { TREND_SOURCES } from '../portfolio/store.ts';

const MONTHS_DEFAULT = 24;
const MONTHS_MAX = 84;

export const PortfolioTrendsQuery = z.object({
  project_id: idField(),
  source: z.enum(TREND_SOURCES).default('ads_source'),
  limit: limitField(MONTHS_DEFAULT, MONTHS_MAX).meta({ description: 'Months.' }),
});

const percent = () => z.number().nullable();

export const PortfolioTrendsResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  source: z.enum(TREND_SOURCES),
  summary: z.object({
    total_keywords: z.int(),
    keywords_with_figures: z.int(),
    keywords_with_history: z.int().meta({ description: 'Those whose past was bought (`PUT /api/projects/{project_id}/keyword-data`).' }),
    keywords_with_clickstream: z.int().meta({ description: 'Those that `clickstream_trends` sum up.' }),
    total_current_search_volume: z.int().nullable().meta({ description: 'Null: of no keyword it is known.' }),
    avg_current_search_volume: z.number().nullable().meta({ description: 'Of the keywords that have one.' }),
    oldest_figures_at: z.string().nullable(),
    newest_figures_at: z.string().nullable(),
  }),
  monthly_trends: z
    .array(
      z.object({
        year: z.int(),
        month: z.int(),
        total_search_volume: z.int(),
        keywords_count: z.int().meta({ description: 'Keywords that have figures of this month' }),
      }),
    )
    .meta({ description: 'Oldest first.' }),
  clickstream_trends: z
    .array(
      z.object({
        year: z.int(),
        month: z.int(),
        total_clickstream_volume: z.int(),
        avg_female_pct: percent(),
        avg_male_pct: percent(),
        avg_age_18_24_pct: percent(),
      }),
    )
    .meta({ description: 'Oldest first. Of keywords that were asked for with `include_clickstream_data`.' }),
});

const DECIMALS = 100;

export function toPortfolioTrendsBody(
  { project_id: projectId, source }: z.output<typeof PortfolioTrendsQuery>,
  { sums, months, clickstream }: PortfolioTrends,
): z.input<typeof PortfolioTrendsResponse> {
  return {
    success: true,
    project_id: projectId,
    source,
    summary: {
      total_keywords: sums.keywords,
      keywords_with_figures: sums.withFigures,
      keywords_with_history: sums.withHistory,
      keywords_with_clickstream: sums.withClickstream,
      total_current_search_volume: sums.totalVolume,
      avg_current_search_volume: round(sums.averageVolume),
      oldest_figures_at: sums.oldestAt?.toISOString() ?? null,
      newest_figures_at: sums.newestAt?.toISOString() ?? null,
    },
    monthly_trends: months.map(({ year, month, total, keywords }) => ({
      year,
      month,
      total_search_volume: total,
      keywords_count: keywords,
    })),
    clickstream_trends: clickstream.map(({ year, month, total, female, male, age18To24 }) => ({
      year,
      month,
      total_clickstream_volume: total,
      avg_female_pct: round(female),
      avg_male_pct: round(male),
      avg_age_18_24_pct: round(age18To24),
    })),
  };
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * DECIMALS) / DECIMALS;
}

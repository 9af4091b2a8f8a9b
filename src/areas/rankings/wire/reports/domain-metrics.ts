import { z } from 'zod';
import { hostField } from '#areas/domains/index.ts';
import { dayParam, inOrder, integerParam, limitField } from '#http/fields.ts';
import type { DomainMetrics } from '../../reports/analytics/domain-metrics.ts';
import type { MetricsResult } from '../../reports/get-domain-metrics.ts';

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;
const RANK_DIGITS = 2;

export const DomainMetricsQuery = z
  .object({
    domain: hostField().optional().meta({ description: 'Either this, or `category_id`.' }),
    start_date: dayParam().optional().meta({ description: '29 days before `end_date` unless given.' }),
    end_date: dayParam().optional().meta({ description: 'Today unless given.' }),
    category_id: integerParam({ min: 1 })
      .optional()
      .meta({ description: "A category of the provider's list: the domains that stand best in it." }),
    limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  })
  .refine(({ domain, category_id: category }) => domain !== undefined || category !== undefined, {
    path: ['domain'],
    message: 'domain is required',
  })
  .refine(...inOrder('start_date', 'end_date'));

const Metrics = z
  .object({
    domain: z.string(),
    total_keywords: z.int().meta({ description: 'Keywords in whose newest organic results the domain or a sub-domain stands.' }),
    avg_rank: z.number().nullable(),
    top_10_count: z.int(),
    top_3_count: z.int(),
    trending_up: z
      .int()
      .meta({ description: 'Keywords on which it stands better than in the oldest results of the span, or stands at all.' }),
    trending_down: z.int(),
  })
  .meta({ id: 'DomainMetrics' });

export const DomainMetricsResponse = z.object({
  success: z.boolean(),
  start_date: z.string(),
  end_date: z.string(),
  position_scale: z.enum(['organic']).meta({ description: 'Sites of several projects are compared by their organic places.' }),
  ...Metrics.partial().shape,
  domains: z.array(Metrics).meta({ description: 'By number of keywords; one for `domain`.' }),
  count: z.int(),
});

/** The fields of a single domain stand at the top as well. */
export function toMetricsBody(result: MetricsResult, isOne: boolean): z.input<typeof DomainMetricsResponse> {
  const domains = result.domains.map(toBody);
  return {
    success: true,
    start_date: result.from,
    end_date: result.to,
    position_scale: 'organic',
    ...(isOne ? domains[0] : {}),
    domains,
    count: domains.length,
  };
}

function toBody({ domain, totalKeywords, avgRank, top3, top10, up, down }: DomainMetrics): z.input<typeof Metrics> {
  return {
    domain,
    total_keywords: totalKeywords,
    avg_rank: avgRank === null ? null : Number(avgRank.toFixed(RANK_DIGITS)),
    top_10_count: top10,
    top_3_count: top3,
    trending_up: up,
    trending_down: down,
  };
}

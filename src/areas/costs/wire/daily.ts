import { z } from 'zod';
import { toDay } from '#kernel/clock.ts';
import { GRANULARITIES, type DailyCostsInput } from '../reports/list-daily-costs.ts';
import type { Span } from '../spending/span.ts';
import type { CostPoint, ServicesPoint } from '../store/reads.ts';
import { sumUsd } from '#kernel/money.ts';
import { ServiceBody, SpanBody, toServiceBody, toSpanBody } from './shared.ts';

const PointBody = z
  .object({
    date: z.string().meta({ description: 'The day in UTC' }),
    period_start: z.string(),
    cost_usd: z.number(),
    total_cost_usd: z.number(),
    requests: z.int(),
    by_service: z.array(ServiceBody).optional().meta({ description: 'Of hours and days: most expensive first.' }),
  })
  .meta({ id: 'CostPoint' });

export const DailyCostsResponse = z.object({
  success: z.boolean(),
  days: z.int(),
  granularity: z.enum(GRANULARITIES),
  project_id: z.string().nullable(),
  ...SpanBody,
  total_cost_usd: z.number(),
  total_requests: z.int(),
  daily: z.array(PointBody).meta({ description: 'Every day, hour or minute, oldest first, those without costs too.' }),
});

export function toDailyBody(
  { points, span }: { points: readonly (CostPoint | ServicesPoint)[]; span: Span },
  { days, granularity, projectId }: DailyCostsInput,
): z.input<typeof DailyCostsResponse> {
  return {
    success: true,
    days,
    granularity,
    project_id: projectId ?? null,
    ...toSpanBody(span),
    total_cost_usd: sumUsd(points.map(({ costUsd }) => costUsd)),
    total_requests: points.reduce((sum, { requests }) => sum + requests, 0),
    daily: points.map(({ at, costUsd, requests, ...rest }) => ({
      date: toDay(at),
      period_start: at.toISOString(),
      cost_usd: costUsd,
      total_cost_usd: costUsd,
      requests,
      ...('services' in rest && { by_service: rest.services.map(toServiceBody) }),
    })),
  };
}

import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import type { Refusal } from '../budgets/find-refusal.ts';
import { sumUsd } from '#kernel/money.ts';

/** What a request would cost, without making it. */
export interface Estimate {
  /** Outside calls that it would make now. */
  readonly calls: number;
  readonly costUsd: number;
  /** What it goes on to cost in 30 days, where it begins something that is repeated. */
  readonly monthlyCostUsd?: number;
}

const RefusalBody = z
  .object({
    budget: z.string().meta({ description: 'Its name in `/api/admin/config`; `member_monthly_usd` is kept with the membership.' }),
    scope: z
      .string()
      .meta({ description: 'What is counted together in it: a project, a member, a key, an organization, a type of workflow, or `all`.' }),
    refuses: z.enum(['all', 'part']).meta({ description: '`part`: what fits would be done, the rest not.' }),
    limit: z.number(),
    left: z.number().meta({ description: 'USD, or calls of a budget in calls.' }),
    resets_at: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'BudgetRefusal' });

export function toRefusalBody(refusal: Refusal): z.input<typeof RefusalBody> {
  return toBody(RefusalBody, refusal);
}

export const EstimateBody = z
  .object({
    calls: z.int().meta({ description: 'Outside calls that it would make now' }),
    cost_usd: z.number(),
    monthly_cost_usd: z.number().optional().meta({ description: 'What it goes on to cost in 30 days' }),
    refusal: RefusalBody.optional().meta({
      description: 'The budget that would refuse it now, in part or whole; absent: all of it has room.',
    }),
  })
  .meta({ id: 'Estimate' });

/** The field that every body of an endpoint that spends has. */
export function dryRunField() {
  return z.boolean().default(false).meta({ description: 'Only answer what it would cost.' });
}

export function toEstimateFields({ calls, costUsd, monthlyCostUsd }: Estimate): z.input<typeof EstimateBody> {
  const monthly = monthlyCostUsd === undefined ? {} : { monthly_cost_usd: sumUsd([monthlyCostUsd]) };
  return { calls, cost_usd: sumUsd([costUsd]), ...monthly };
}

/** What an endpoint that spends answers to `dry_run`: nothing was done. */
export const EstimateResponse = z.object({ success: z.boolean(), dry_run: z.boolean(), estimate: EstimateBody });

export function toEstimateBody(estimate: Estimate): z.input<typeof EstimateResponse> {
  return { success: true, dry_run: true, estimate: toEstimateFields(estimate) };
}

import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import type { CostTotals, ProjectCosts, ServiceCosts } from '../store/reads.ts';
import type { CostRecord } from '../store/records.ts';
import type { Span } from '../spending/span.ts';

export const Totals = z.object({
  total_cost_usd: z.number(),
  total_requests: z.int(),
  total_runs: z.int(),
  total_projects: z.int(),
});

export const ServiceBody = z
  .object({ service: z.string(), total_cost: z.number(), total_cost_usd: z.number(), requests: z.int() })
  .meta({ id: 'ServiceCosts' });

export const SpanBody = { since: z.string().nullable(), until: z.string().nullable() };

export const UnsettledBody = z
  .object({ calls: z.int(), estimate_usd: z.number() })
  .meta({ description: 'Calls that are under way or whose answer was lost: reserved, not yet in the totals.' });

/** A row of the ledger as it is answered. */
export const RecordBody = z
  .object({
    id: z.string(),
    run_id: z.string().nullable(),
    project_id: z.string().nullable(),
    service: z.string(),
    endpoint: z.string(),
    cost_usd: z.number(),
    request_count: z.int().meta({
      description:
        '0 in the further records of a call whose price several projects share: the first one counts it; and of a call that was not made.',
    }),
    app_id: z.string().nullable(),
    category_id: z.string().nullable(),
    task_id: z.string().nullable(),
    success: z.int(),
    items_returned: z.int().nullable(),
    created_at: z.int().meta({ description: 'Epoch milliseconds' }),
    source: z.string(),
    estimate_usd: z.number().meta({ description: 'What was reserved before the call' }),
    is_confirmed: z.int().meta({ description: "0: neither the answer nor the provider's record had the price" }),
    workflow_type: z.string().nullable(),
    api_key_id: z.string().nullable(),
    person_id: z.string().nullable().meta({ description: 'Who caused it, signed in or by a key of their own' }),
  })
  .meta({ id: 'CostRecord' });

export const ProjectCostsBody = z
  .object({
    project_id: z.string().nullable().meta({ description: 'Null: what no project pays for' }),
    project_name: z.string().nullable(),
    organization_id: z.string().nullable(),
    total_cost: z.number(),
    total_cost_usd: z.number(),
    requests: z.int(),
    runs: z.int(),
  })
  .meta({ id: 'ProjectCosts' });

export function toTotalsBody({ costUsd, requests, runs, projects }: CostTotals): z.input<typeof Totals> {
  return { total_cost_usd: costUsd, total_requests: requests, total_runs: runs, total_projects: projects };
}

export function toServiceBody({ service, costUsd, requests }: ServiceCosts): z.input<typeof ServiceBody> {
  return { service, total_cost: costUsd, total_cost_usd: costUsd, requests };
}

export function toSpanBody({ since, until }: Span): { since: string | null; until: string | null } {
  return { since: since?.toISOString() ?? null, until: until?.toISOString() ?? null };
}

export function toRecordBody(record: CostRecord): z.input<typeof RecordBody> {
  return toBody(RecordBody, record);
}

export function toProjectCostsBody(costs: ProjectCosts): z.input<typeof ProjectCostsBody> {
  return toBody(ProjectCostsBody, { ...costs, projectName: costs.name, totalCost: costs.costUsd, totalCostUsd: costs.costUsd });
}

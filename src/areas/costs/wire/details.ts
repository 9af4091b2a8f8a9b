import { z } from 'zod';
import { Pagination, toPagination } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import type { ProjectCostDetails } from '../reports/get-project-costs.ts';
import type { RunCosts } from '../reports/get-run-costs.ts';
import type { Span } from '../spending/span.ts';
import type { ProjectCosts } from '../store/reads.ts';
import type { CostRecord } from '../store/records.ts';
import {
  ProjectCostsBody,
  RecordBody,
  ServiceBody,
  SpanBody,
  toProjectCostsBody,
  toRecordBody,
  toServiceBody,
  Totals,
  toSpanBody,
  toTotalsBody,
} from './shared.ts';

const records = { costs: z.array(RecordBody), count: z.int(), pagination: Pagination };

function toRecordsBody(rows: readonly CostRecord[], total: number, page: Page) {
  return { costs: rows.map(toRecordBody), count: rows.length, pagination: toPagination(page, total) };
}

export const RecentCostsResponse = z.object({ success: z.boolean(), ...records });

export function toRecentBody(
  { records: rows, total }: { records: readonly CostRecord[]; total: number },
  page: Page,
): z.input<typeof RecentCostsResponse> {
  return { success: true, ...toRecordsBody(rows, total, page) };
}

export const RunCostsResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  total_cost: z.number(),
  total_cost_usd: z.number(),
  total_requests: z.int(),
  total_projects: z.int(),
  first_call_at: z.string().nullable(),
  last_call_at: z.string().nullable(),
  by_service: z.array(ServiceBody),
  ...records,
});

export function toRunCostsBody({ runId, totals, byService, records: rows, total }: RunCosts, page: Page): z.input<typeof RunCostsResponse> {
  return {
    success: true,
    run_id: runId,
    total_cost: totals.costUsd,
    total_cost_usd: totals.costUsd,
    total_requests: totals.requests,
    total_projects: totals.projects,
    first_call_at: totals.firstAt?.toISOString() ?? null,
    last_call_at: totals.lastAt?.toISOString() ?? null,
    by_service: byService.map(toServiceBody),
    ...toRecordsBody(rows, total, page),
  };
}

const ProjectTotals = Totals.omit({ total_projects: true });

export const ProjectCostsResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  project_name: z.string(),
  total_cost: z.number(),
  ...ProjectTotals.shape,
  today_cost_usd: z.number(),
  week_cost_usd: z.number(),
  month_cost_usd: z.number(),
  period: ProjectTotals.extend(SpanBody),
  by_service: z.array(ServiceBody),
  ...records,
});

export function toProjectCostDetailsBody(details: ProjectCostDetails, page: Page): z.input<typeof ProjectCostsResponse> {
  const { total_projects: _one, ...allTime } = toTotalsBody(details.allTime);
  const { total_projects: _same, ...period } = toTotalsBody(details.period);
  return {
    success: true,
    project_id: details.project.id,
    project_name: details.project.name,
    total_cost: details.allTime.costUsd,
    ...allTime,
    today_cost_usd: details.todayUsd,
    week_cost_usd: details.weekUsd,
    month_cost_usd: details.monthUsd,
    period: { ...period, ...toSpanBody(details.span) },
    by_service: details.byService.map(toServiceBody),
    ...toRecordsBody(details.records, details.total, page),
  };
}

export const ProjectCostsListResponse = z.object({
  success: z.boolean(),
  projects: z.array(ProjectCostsBody),
  count: z.int(),
  ...SpanBody,
  pagination: Pagination,
});

export function toProjectListBody(
  { projects, total, span }: { projects: readonly ProjectCosts[]; total: number; span: Span },
  page: Page,
): z.input<typeof ProjectCostsListResponse> {
  return {
    success: true,
    projects: projects.map(toProjectCostsBody),
    count: projects.length,
    ...toSpanBody(span),
    pagination: toPagination(page, total),
  };
}

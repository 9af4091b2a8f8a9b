import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField } from '#areas/costs/index.ts';
import { idField, listField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { sumUsd } from '#kernel/money.ts';
import type { ProviderTaskReport } from '../provider/find-provider-task.ts';

const ENDPOINT_LENGTH_MAX = 300;
const TASKS_MAX = 100;

export const ProviderTaskParams = z.object({ task_id: idField() });

const TaskCostBody = z.object({
  id: z.string(),
  service: z.string(),
  endpoint: z.string(),
  cost_usd: z.number(),
  project_id: z.string().nullable(),
  run_id: z.string().nullable(),
  workflow_type: z.string().nullable(),
  tag: z.string().nullable(),
  success: z.int(),
  created_at: z.int(),
});

const CheckBody = z.object({
  id: z.string(),
  status: z.string(),
  keyword: z.string(),
  engine: z.string(),
  location_code: z.int(),
  language_code: z.string(),
  device: z.string(),
  run_id: z.string(),
  dispatch_id: z.string(),
});

const AppTaskBody = z.object({
  id: z.string(),
  status: z.string(),
  platform: z.enum(PLATFORMS),
  kind: z.enum(['app_info', 'app_list', 'app_searches', 'app_reviews']),
  storefront: z.string(),
  language_code: z.string().nullable().meta({ description: 'Null: English.' }),
  app_id: z.string().nullable(),
  chart: z.string().nullable(),
  category_id: z.string().nullable().meta({ description: 'Of a chart; null: the whole store.' }),
  keyword: z.string().nullable(),
  workflow_type: z.string().nullable(),
  workflow_id: z.string().meta({ description: 'The workflow that asked.' }),
  run_id: z.string().meta({ description: 'The run that it asked for.' }),
});

const ProviderSide = z.object({
  endpoint: z.string().nullable(),
  cost_usd: z.number().nullable(),
  posted_at: z.string().nullable(),
  done_at: z.string().nullable(),
});

export const ProviderTaskResponse = z.object({
  success: z.boolean(),
  task_id: z.string(),
  status: z.enum(['pending', 'processing', 'completed', 'failed', 'unknown']).meta({ description: "By the provider's record." }),
  status_code: z.int().nullable(),
  provider: ProviderSide.nullable().meta({ description: 'Null: the provider does not know the task, or could not be asked (`warning`).' }),
  warning: z.string().optional(),
  cost_usd: z.number().meta({ description: 'By our ledger.' }),
  costs: z.array(TaskCostBody),
  check: CheckBody.nullable().meta({ description: 'The check of a result page that the task was posted for.' }),
  app_task: AppTaskBody.nullable().meta({ description: 'The question about an app store that the task was posted for.' }),
});

export function toProviderTaskBody(report: ProviderTaskReport): z.input<typeof ProviderTaskResponse> {
  const { provider, costs } = report;
  return {
    success: true,
    task_id: report.taskId,
    status: report.status,
    status_code: provider?.code ?? null,
    provider: provider === undefined ? null : toBody(ProviderSide, provider),
    ...(report.providerProblem === undefined ? {} : { warning: report.providerProblem }),
    cost_usd: sumUsd(costs.map((cost) => cost.costUsd)),
    costs: costs.map((cost) => toBody(TaskCostBody, { ...cost, success: Number(cost.isSuccess) })),
    check: report.check === undefined ? null : toBody(CheckBody, report.check),
    app_task: report.appTask === undefined ? null : toBody(AppTaskBody, report.appTask),
  };
}

export const RelayBody = z.object({
  endpoint: nameField(ENDPOINT_LENGTH_MAX).meta({ description: 'Of the v3 API, for example `/v3/serp/google/organic/live/advanced`.' }),
  payload: listField(z.record(z.string(), z.unknown()), { max: TASKS_MAX })
    .default([])
    .meta({ description: 'Tasks as the provider documents them; none for a GET.' }),
  dry_run: dryRunField(),
});

/** The provider's envelope as it came, or with `dry_run` the estimate. */
export const RelayResponse = z.looseObject({}).meta({ description: "The provider's answer, unchanged." });

import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { assertChannels, keywordField } from '#areas/keywords/index.ts';
import { fillFrom, idField, limitField, listField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { DEPTH_DEFAULT } from '../check.ts';
import type { CreateSerpTaskInput } from '../orders/create-serp-task.ts';
import type { SerpTaskDetail } from '../orders/get-serp-task.ts';
import { KEYWORDS_MAX } from '../orders/order-pages.ts';
import { TASK_STATUSES, type TaskKeyword } from '../orders/serp-task.ts';
import { depthField, PAGE_FIELDS } from './track.ts';
import { OutcomeBody, FoundResultBody, toOutcomeBody, toFoundResultBody } from './outcome.ts';

const Options = z.object({
  ...PAGE_FIELDS,
  depth: depthField,
});

const Keyword = Options.extend({
  keyword: keywordField(),
  keyword_text: z.unknown().optional().meta({ type: 'string', description: 'The same as `keyword`.' }),
});

/** What stands beside `keywords` holds for all of them. */
export const CreateSerpTaskBody = Options.extend({
  project_id: idField(),
  keywords: listField(z.preprocess(fillFrom('keyword', ['keyword_text']), Keyword), { min: 1, max: KEYWORDS_MAX }),
  dry_run: dryRunField(),
});

export const CreateSerpTaskResponse = z.object({
  success: z.boolean(),
  task_id: z.string(),
  status: z.enum(TASK_STATUSES),
  project_id: z.string(),
  total_keywords: z.int(),
  completed_keywords: z.int(),
  status_url: z.string(),
  workflow_id: z.string(),
});

/** @throws AppError 400 for a channel that the engine does not have */
export function toCreateInput({ project_id: projectId, keywords, ...shared }: z.output<typeof CreateSerpTaskBody>): CreateSerpTaskInput {
  const entries = keywords.map((keyword) => ({
    keywordText: keyword.keyword,
    locationCode: keyword.location_code ?? shared.location_code,
    languageCode: keyword.language_code ?? shared.language_code,
    device: keyword.device ?? shared.device ?? 'desktop',
    engine: keyword.engine ?? shared.engine ?? 'engine_a',
    channel: keyword.channel ?? shared.channel ?? 'seo',
    targetDomain: keyword.target_domain ?? shared.target_domain ?? undefined,
    depth: keyword.depth ?? shared.depth ?? DEPTH_DEFAULT,
  }));
  assertChannels(entries, true);
  return { projectId, keywords: entries };
}

export function toCreateBody(
  projectId: string,
  { taskId, total }: { taskId: string; total: number },
): z.input<typeof CreateSerpTaskResponse> {
  return {
    success: true,
    task_id: taskId,
    status: 'pending',
    project_id: projectId,
    total_keywords: total,
    completed_keywords: 0,
    status_url: `/api/serp/tasks/${taskId}`,
    workflow_id: taskId,
  };
}

export const SerpTaskParams = z.object({ taskId: idField() });
export const SerpTaskQuery = z.object({ limit: limitField(KEYWORDS_MAX, KEYWORDS_MAX), offset: offsetField() });

const TaskResultBody = OutcomeBody.extend({
  status: z
    .enum(['ranked', 'not_found', 'failed'])
    .nullable()
    .meta({ description: 'Null: the page was read, and nothing was looked for on it.' }),
  top_domains: z.array(FoundResultBody),
}).meta({ id: 'SerpTaskResult' });

export const SerpTaskResponse = z.object({
  success: z.boolean(),
  task_id: z.string(),
  status: z.enum(TASK_STATUSES),
  project_id: z.string(),
  total_keywords: z.int(),
  completed_keywords: z.int().meta({ description: 'Keywords that have an outcome, failed ones among them.' }),
  failed_keywords: z.int(),
  total_cost: z.number(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  results: z.array(TaskResultBody).meta({ description: 'Keywords that have an outcome, in the order of the request.' }),
  pagination: Pagination,
});

export function toTaskBody(task: SerpTaskDetail, page: z.output<typeof SerpTaskQuery>): z.input<typeof SerpTaskResponse> {
  const ended = task.completed + task.failed;
  return {
    success: true,
    task_id: task.id,
    status: task.status,
    project_id: task.projectId,
    total_keywords: task.total,
    completed_keywords: ended,
    failed_keywords: task.failed,
    total_cost: task.costUsd,
    created_at: task.createdAt.toISOString(),
    completed_at: task.endedAt?.toISOString() ?? null,
    results: task.keywords.map(toResultBody),
    pagination: toPagination(page, ended),
  };
}

function toResultBody(outcome: TaskKeyword): z.input<typeof TaskResultBody> {
  const { result } = outcome;
  return {
    ...toOutcomeBody(outcome),
    status: result === null ? 'failed' : result.status,
    top_domains: (result?.top ?? []).map(({ position, ...found }) => toFoundResultBody({ ...found, rankAbsolute: position })),
  };
}

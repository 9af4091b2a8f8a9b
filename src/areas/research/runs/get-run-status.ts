import { sumRunCosts } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import type { WorkflowStep } from '#workflows/types.ts';
import { estimateHarvest, type HarvestEstimate } from '../harvest/estimate-harvest.ts';
import { toCategoryId } from '../taxonomy/category.ts';
import { findHints } from './confirm/confirm-categories.ts';
import { confirmRecommended } from './confirm/validate.ts';
import { getResearchRun } from './get-run.ts';
import type { RunRecord } from './run-record.ts';
import { listBestByCategory, type CategoryKeyword } from './store/run-keywords.ts';

export interface RunState {
  readonly run: RunRecord;
  /** Of both workflows, in their order. */
  readonly steps: readonly WorkflowStep[];
  /** Of what was recommended, while the run waits for its confirmation. */
  readonly estimate: HarvestEstimate | undefined;
  readonly costUsd: number;
  /** The best of each category, once there are some; the category with most keywords first. */
  readonly categories: readonly CategoryState[];
}

export interface CategoryState {
  /** Null: keywords of no category. */
  readonly id: string | null;
  readonly path: string;
  readonly total: number;
  readonly keywords: readonly CategoryKeyword[];
}

export type RunStateContext = Pick<RequestContext, 'postgres' | 'caller' | 'workflows' | 'searchData' | 'llm' | 'config'>;

/** Keywords shown of each category; `/run/{runId}/keywords` has the others. */
const KEYWORDS_PER_CATEGORY = 20;
const OF_NO_CATEGORY = 'uncategorized';

/**
 * The whole record of a run with its progress.
 * @throws AppError `Run not found`
 */
export async function getRunState(ctx: RunStateContext, runId: string): Promise<RunState> {
  const run = await getResearchRun(ctx, runId);
  const workflowIds = [run.workflowId, run.harvestWorkflowId].filter((id) => id !== null);
  const [steps, costs, keywords, estimate] = await Promise.all([
    Promise.all(workflowIds.map((id) => listSteps(ctx, id))),
    sumRunCosts(ctx.postgres, [runId]),
    run.confirmation === null ? [] : listBestByCategory(ctx.postgres, runId, KEYWORDS_PER_CATEGORY),
    run.status === 'awaiting_category_confirmation' ? estimateRecommended(ctx, run) : undefined,
  ]);
  return { run, steps: steps.flat(), estimate, costUsd: costs.get(runId) ?? 0, categories: toCategories(run, keywords) };
}

/** The record of what a workflow did is kept for a month, a run for good. */
async function listSteps({ workflows }: RunStateContext, workflowId: string): Promise<readonly WorkflowStep[]> {
  try {
    return await workflows.listSteps(workflowId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return [];
    throw error;
  }
}

/** What confirming everything that was recommended would lead to; undefined where nothing was. */
async function estimateRecommended(ctx: RunStateContext, run: RunRecord): Promise<HarvestEstimate | undefined> {
  const { enrichment } = run;
  if (enrichment === null || enrichment.categories.length === 0) return undefined;
  const confirmation = confirmRecommended({ ...run, enrichment }, await findHints(ctx, run));
  return await estimateHarvest(ctx, { ...run, enrichment, confirmation });
}

function toCategories(run: RunRecord, keywords: readonly CategoryKeyword[]): CategoryState[] {
  const ownerId = run.projectId ?? run.id;
  const paths = new Map(run.confirmation?.categories.map((category) => [toCategoryId(ownerId, category), category.path]));
  return [...Map.groupBy(keywords, ({ categoryId }) => categoryId)].map(([id, rows]) => ({
    id,
    path: id === null ? OF_NO_CATEGORY : (paths.get(id) ?? id),
    total: rows[0]?.total ?? 0,
    keywords: rows,
  }));
}

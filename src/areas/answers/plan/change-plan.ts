import { assertNotArchived, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { conflict } from '#kernel/errors.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { listBrands } from '../store/brands.ts';
import { findPlan, upsertPlan, type AnswerPlan } from '../store/plans.ts';
import { findLongPrompts, refuseLongPrompts } from '../prompts/prompt-lengths.ts';
import { listAllPrompts, lockPrompts, promptList } from '../store/prompts.ts';
import { estimatePlan, type PlanEstimate } from './estimate-plan.ts';

type PlanContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'searchData'>;
export type PlanInput = Pick<AnswerPlan, 'projectId' | 'enabled' | 'surfaces' | 'samplesPerWeek' | 'monthlyUsd'>;

/** Without a plan nothing is asked. @throws AppError `Project not found` */
export async function getPlan(ctx: PlanContext, projectId: string): Promise<{ plan: PlanInput; estimate: PlanEstimate }> {
  await getProject(ctx, projectId);
  const plan = (await findPlan(ctx.postgres, projectId)) ?? {
    projectId,
    enabled: false,
    surfaces: [],
    samplesPerWeek: 5,
    monthlyUsd: null,
  };
  return { plan, estimate: await estimate(ctx, plan) };
}

/**
 * Says how often prompts are asked. A dry run says what that costs and how exactly it measures, and writes nothing.
 * @throws AppError 400 for prompts that are too long for a surface; `Project not found`; 409 when it is archived, or has no brand to look for
 */
export async function putPlan(ctx: PlanContext, input: PlanInput, isDryRun: boolean): Promise<{ plan: PlanInput; estimate: PlanEstimate }> {
  assertNotArchived(await getProject(ctx, input.projectId));
  if (input.enabled && (await listBrands(ctx.postgres, input.projectId)).length === 0)
    throw conflict('Brands are missing', 'Say first which brands answers are read for: PUT /api/answers/brands.');
  const plan = await ctx.postgres.transaction(async (tx) => {
    await lockPrompts(tx, input.projectId);
    await assertShortPrompts(tx, input);
    return isDryRun ? input : await upsertPlan(tx, { ...input, updatedAt: ctx.clock.now() });
  });
  return { plan, estimate: await estimate(ctx, plan) };
}

async function assertShortPrompts(tx: Sql, { projectId, surfaces }: PlanInput): Promise<void> {
  const asked = (await listAllPrompts(tx, projectId)).filter(({ endedAt }) => endedAt === null);
  const long = findLongPrompts(
    surfaces,
    asked.map((prompt) => ({ path: 'surfaces', prompt })),
  );
  if (long.length > 0) throw refuseLongPrompts(surfaces, long);
}

async function estimate({ postgres, searchData }: PlanContext, plan: PlanInput): Promise<PlanEstimate> {
  const prompts = await promptList.count(postgres, { projectId: plan.projectId, isEnded: false, search: '' });
  return estimatePlan(searchData, { prompts, ...plan });
}

import { assertNotArchived, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { conflict } from '#kernel/errors.ts';
import { listBrands } from '../store/brands.ts';
import { findPlan, upsertPlan, type AnswerPlan } from '../store/plans.ts';
import { promptList } from '../store/prompts.ts';
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
 * @throws AppError `Project not found`; 409 when it is archived, or has no brand to look for
 */
export async function putPlan(ctx: PlanContext, input: PlanInput, isDryRun: boolean): Promise<{ plan: PlanInput; estimate: PlanEstimate }> {
  assertNotArchived(await getProject(ctx, input.projectId));
  if (input.enabled && (await listBrands(ctx.postgres, input.projectId)).length === 0)
    throw conflict('Brands are missing', 'Say first which brands answers are read for: PUT /api/answers/brands.');
  const plan = isDryRun ? input : await upsertPlan(ctx.postgres, { ...input, updatedAt: ctx.clock.now() });
  return { plan, estimate: await estimate(ctx, plan) };
}

async function estimate({ postgres, searchData }: PlanContext, plan: PlanInput): Promise<PlanEstimate> {
  const prompts = await promptList.count(postgres, { projectId: plan.projectId, isEnded: false, search: '' });
  return estimatePlan(searchData, { prompts, ...plan });
}

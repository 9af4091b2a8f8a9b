import { assertNotArchived, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { toRegistrableDomain } from '#kernel/registrable-domain.ts';
import { listBrands, replaceBrands } from '../store/brands.ts';
import { bumpBrands, findPlan } from '../store/plans.ts';
import type { AnswerBrand } from './brand.ts';

/** A brand as it is written; without an id it is a new one. */
export type BrandInput = Omit<AnswerBrand, 'id' | 'projectId' | 'createdAt'> & { readonly id?: string | undefined };

export interface ProjectBrands {
  readonly brands: readonly AnswerBrand[];
  /** Counts the changes. */
  readonly version: number;
}

/** @throws AppError `Project not found` */
export async function getBrands(ctx: ProjectReader & Pick<RequestContext, 'postgres'>, projectId: string): Promise<ProjectBrands> {
  await getProject(ctx, projectId);
  const plan = await findPlan(ctx.postgres, projectId);
  return { brands: await listBrands(ctx.postgres, projectId), version: plan?.brandsVersion ?? 0 };
}

/**
 * Replaces the brands of a project. Kept answers are read again with them, at no cost, so that a new brand has its past.
 * @throws AppError 400 naming each brand without a name that can be found, twice, or of another project; `Project not found`; 409 when it is archived
 */
export async function putBrands(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'workflows'>,
  projectId: string,
  inputs: readonly BrandInput[],
): Promise<ProjectBrands & { readonly workflowId: string }> {
  assertNotArchived(await getProject(ctx, projectId));
  const now = ctx.clock.now();
  return await ctx.postgres.transaction(async (tx) => {
    const version = await bumpBrands(tx, projectId, now);
    const known = new Map((await listBrands(tx, projectId)).map((brand) => [brand.id, brand]));
    assertBrands(inputs, known);
    const brands = inputs.map(({ id, domains, ...brand }) => ({
      ...brand,
      id: id ?? newId('abr_'),
      projectId,
      domains: [...new Set(domains.map((domain) => toRegistrableDomain(domain)))],
      createdAt: known.get(id ?? '')?.createdAt ?? now,
    }));
    await replaceBrands(tx, projectId, brands);
    const workflowId = await ctx.workflows.enqueue(tx, 'answers-rematch', { project_id: projectId, brands_version: version });
    return { brands: await listBrands(tx, projectId), version, workflowId };
  });
}

function assertBrands(inputs: readonly BrandInput[], known: ReadonlyMap<string, AnswerBrand>): void {
  const seen = new Map<string, number>();
  const problems = inputs.flatMap(({ id, name, aliases }, at) => {
    const foreign = id === undefined || known.has(id) ? [] : [{ path: `brands.${at}.id`, message: 'is no brand of this project' }];
    const doubled = [name, ...aliases].flatMap((text) => {
      const folded = text.normalize('NFKC').toLowerCase().trim();
      const before = seen.get(folded);
      if (before === undefined) seen.set(folded, at);
      return before === undefined || before === at
        ? []
        : [{ path: `brands.${at}.name`, message: `"${text}" is a name of another brand too` }];
    });
    return [...foreign, ...doubled];
  });
  if (!inputs.some(({ role }) => role === 'own')) problems.push({ path: 'brands', message: 'must name one of your own' });
  if (problems.length > 0) throw invalid(problems);
}

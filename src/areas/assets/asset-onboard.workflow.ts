import { z } from 'zod';
import { assertNotArchived, findProject } from '#areas/projects/index.ts';
import { defineWorkflow, type AppContext } from '#context';
import { invalid, notFound } from '#kernel/errors.ts';
import { appTypeOf, type Asset } from './asset.ts';
import { ensureAsset } from './create-asset.ts';
import { selectAsset } from './store.ts';
import { CreateAssetBody } from './wire.ts';

const AssetOnboardInput = z.object({
  project_id: z.string().min(1),
  asset_type: z.string().min(1),
  value: z.string().min(1),
  name: z.string().min(1).optional(),
  platform: z.enum(['store_a', 'store_b']).optional(),
  /** Set when creating the asset started this. */
  asset_id: z.string().min(1).optional(),
  backlinks_limit: z.int().optional(),
  keywords_limit: z.int().optional(),
});
type AssetOnboardInput = z.infer<typeof AssetOnboardInput>;

/**
 * What follows the creation of an asset (specification 4.2, 4.10): a website's domain is onboarded.
 * Started by hand for an asset that does not exist, it creates it.
 */
export const assetOnboard = defineWorkflow({
  name: 'asset-onboard',
  summary: 'onboards the domain of a new website',
  input: AssetOnboardInput,
  queue: 'general-tasks',
  steps: ['initialize', 'enqueueChildren'],
  run: async (ctx, input) => {
    const asset = await ctx.step('initialize', async () => {
      const found = await findOrCreate(ctx, input);
      return { id: found.id, type: found.type, value: found.value, domain_id: found.domainId };
    });
    const found = { asset_id: asset.id, asset_type: asset.type, value: asset.value, domain_id: asset.domain_id };
    if (asset.type !== 'website') return { ...found, domain_workflow_id: null };
    const [domainWorkflowId] = await ctx.enqueueAll('domain-onboard', [toDomainOnboarding(ctx.workflowId, asset.value, input)]);
    return { ...found, domain_workflow_id: domainWorkflowId ?? null };
  },
});

function toDomainOnboarding(workflowId: string, domain: string, input: AssetOnboardInput): { id: string; input: unknown } {
  const { project_id, backlinks_limit, keywords_limit } = input;
  return { id: `${workflowId}-domain`, input: { domain, project_id, backlinks_limit, keywords_limit } };
}

async function findOrCreate(ctx: AppContext, input: AssetOnboardInput): Promise<Asset> {
  const named = input.asset_id === undefined ? undefined : await selectAsset(ctx.postgres, input.asset_id);
  if (named !== undefined) return named;
  if (input.asset_id !== undefined) throw notFound('Asset');
  const project = await findProject(ctx.postgres, input.project_id);
  if (project === undefined) throw notFound('Project');
  assertNotArchived(project);
  const creation = parseCreation(input);
  const { asset } = await ctx.postgres.transaction((tx) => ensureAsset(tx, { project, input: creation, now: ctx.clock.now() }));
  return asset;
}

/** The input is read like a request that creates an asset, so both know the same values. */
function parseCreation(input: AssetOnboardInput) {
  const { project_id, name, value } = input;
  const raw = { project_id, name, value, type: toStoredType(input), skip_onboarding: true };
  const parsed = CreateAssetBody.forms[CreateAssetBody.choose(raw)].safeParse(raw);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })));
}

function toStoredType({ asset_type: type, platform }: AssetOnboardInput): string {
  if (type === 'local_business') return 'local';
  return type === 'app' ? appTypeOf(platform ?? 'store_a') : type;
}

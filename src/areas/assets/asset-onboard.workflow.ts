import { z } from 'zod';
import { assertNotArchived, findProject } from '#areas/projects/index.ts';
import { defineWorkflow, type AppContext, type WorkflowType } from '#context';
import { invalid, notFound } from '#kernel/errors.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { appTypeOf, type Asset } from './asset.ts';
import { claimWebsiteOnboarding, ensureAsset } from './create-asset.ts';
import { findAsset } from './store/assets.ts';
import { CreateAssetBody } from './wire/assets.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { assetOnboardTrigger } from './asset-onboard-trigger.ts';

declare module '#context' {
  interface WorkflowTypes {
    'asset-onboard': WorkflowType<z.input<typeof AssetOnboardInput>>;
  }
}

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
  /** The `domain-onboard` that creating the asset has promised. */
  domain_workflow_id: z.string().min(1).optional(),
});
type AssetOnboardInput = z.infer<typeof AssetOnboardInput>;

/**
 * What follows the creation of an asset: a website's domain is onboarded,
 * unless it is already or is under way. Started by hand for an asset that does not exist, it creates it.
 */
export const assetOnboard = defineWorkflow({
  name: 'asset-onboard',
  label: 'Onboarding',
  summary: 'onboards the domain of a new website',
  input: AssetOnboardInput,
  trigger: assetOnboardTrigger,
  queue: GENERAL_TASKS,
  steps: ['initialize', 'enqueueChildren'],
  run: async (ctx, input) => {
    const found = await ctx.step('initialize', () => ctx.postgres.transaction((tx) => initialize(ctx, tx, input)));
    const { domain_input: domainInput, ...output } = found;
    if (domainInput === null || output.domain_workflow_id === null) return output;
    await ctx.enqueueAll('domain-onboard', [{ id: output.domain_workflow_id, input: domainInput }]);
    return output;
  },
});

/** The asset, and the workflow that onboards its domain; with an input where that is to be started. */
async function initialize(ctx: AppContext, tx: Transaction, input: AssetOnboardInput) {
  const asset = await findOrCreate(ctx, tx, input);
  const { id, type, value, domainId } = asset;
  const claim = type === 'website' ? await claimOnce(ctx, tx, asset, input) : null;
  return {
    asset_id: id,
    asset_type: type,
    value,
    domain_id: domainId,
    domain_workflow_id: claim?.workflowId ?? null,
    domain_outcome: claim?.outcome ?? null,
    domain_input: claim?.outcome === 'queued' ? claim.input : null,
  };
}

/** Creating the asset has decided already, and only this workflow starts what it decided. */
async function claimOnce(ctx: AppContext, tx: Transaction, asset: Asset, input: AssetOnboardInput) {
  const { backlinks_limit, keywords_limit, domain_workflow_id: promised } = input;
  const domainInput = { domain: asset.value, project_id: asset.projectId, backlinks_limit, keywords_limit };
  if (promised !== undefined) return { outcome: 'queued' as const, workflowId: promised, input: domainInput };
  const { outcome, workflowId } = await claimWebsiteOnboarding(ctx, tx, {
    value: asset.value,
    projectId: asset.projectId,
    backlinksLimit: backlinks_limit,
    keywordsLimit: keywords_limit,
  });
  return { outcome, workflowId, input: domainInput };
}

async function findOrCreate(ctx: AppContext, tx: Transaction, input: AssetOnboardInput): Promise<Asset> {
  const named = input.asset_id === undefined ? undefined : await findAsset(tx, input.asset_id);
  if (named !== undefined) return named;
  if (input.asset_id !== undefined) throw notFound('Asset');
  const project = await findProject(tx, input.project_id);
  if (project === undefined) throw notFound('Project');
  assertNotArchived(project);
  return (await ensureAsset(ctx, tx, { project, input: parseCreation(input) })).asset;
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

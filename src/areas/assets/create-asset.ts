import { claimOnboardings, lockDomain, updateDataTiers, type OnboardClaim } from '#areas/domains/index.ts';
import { assertNotArchived, getProject, lockProject, requireRoom, upsertProjectSubscription, type Project } from '#areas/projects/index.ts';
import type { AppContext, RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { isOwnWebsite, platformOf, type Asset } from './asset.ts';
import { insertAsset, findSameAsset, assetList } from './store/assets.ts';

/** Assets of one project. */
const ASSETS_MAX = 5_000;

export interface CreateAssetInput extends Pick<Asset, 'projectId' | 'type' | 'value' | 'name' | 'role' | 'iconUrl' | 'meta'> {
  readonly skipOnboarding: boolean;
  /** Rows that onboarding fetches at most; its own defaults when left out. */
  readonly backlinksLimit: number | undefined;
  readonly keywordsLimit: number | undefined;
  /** Only estimate the cost. */
  readonly isDryRun: boolean;
}

export interface CreateAssetResult {
  readonly asset: Asset;
  /** False: the project had it, nothing was changed or started. */
  readonly isNew: boolean;
  /** Whether `asset-onboard` is to be started, or was. */
  readonly isOnboarding: boolean;
  /** The onboarding of the new website's domain; `undefined` when it is skipped. */
  readonly claim: OnboardClaim | undefined;
}

type CreateContext = Pick<AppContext, 'clock' | 'workflows' | 'searchData' | 'config'>;

/**
 * Puts an asset into a project: for a website its domain record, the asset and
 * the start of `asset-onboard`, all in one transaction. The same asset again gives the first one. A
 * domain that is onboarded, or is being, is not onboarded again.
 * @throws AppError `Project not found`, `Project is archived`; 409 beyond 5,000 assets
 */
export async function createAsset(
  ctx: CreateContext & Pick<RequestContext, 'postgres' | 'caller'>,
  input: CreateAssetInput,
): Promise<CreateAssetResult & { readonly hasWorker: boolean }> {
  const project = await getProject(ctx, input.projectId);
  assertNotArchived(project);
  const hasWorker = await ctx.workflows.hasWorker('asset-onboard');
  return ctx.postgres.transaction(async (tx) => {
    const result = await ensureAsset(ctx, tx, { project, input });
    if (result.isOnboarding) await enqueueOnboarding(ctx, tx, result, input);
    return { ...result, hasWorker };
  });
}

interface AssetCreation {
  readonly project: Project;
  readonly input: CreateAssetInput;
}

/** The asset with its domain record; starts nothing. */
export async function ensureAsset(ctx: CreateContext, tx: Transaction, { project, input }: AssetCreation): Promise<CreateAssetResult> {
  const now = ctx.clock.now();
  // Adding a website locks its domain, so of two concurrent requests the second one finds the asset.
  const domainId = input.type === 'website' ? await lockDomain(tx, input.value, now) : null;
  const known = await findSameAsset(tx, input);
  if (known !== undefined) return { asset: known, isNew: false, isOnboarding: false, claim: undefined };

  const claim = domainId === null || input.skipOnboarding ? undefined : await claimWebsiteOnboarding(ctx, tx, input);
  const isOnboarding = !input.skipOnboarding && (claim === undefined || claim.outcome === 'queued');
  const asset: Asset = {
    id: newId('ast_'),
    projectId: project.id,
    type: input.type,
    value: input.value,
    name: input.name,
    platform: platformOf(input.type),
    role: input.role,
    iconUrl: input.iconUrl,
    meta: input.meta,
    domainId,
    workflowId: isOnboarding ? newId('wf_') : null,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insertAsset(tx, asset))) return ensureAsset(ctx, tx, { project, input });
  if (domainId !== null) await updateDataTiers(tx, [domainId]);
  if (isOwnWebsite(asset)) await ctx.workflows.enqueue(tx, 'keyword-labels', { project_id: project.id });
  if (asset.type === 'local') {
    await lockProject(tx, project.id);
    await upsertProjectSubscription(tx, { project, type: 'serp_local', now });
  }
  await requireRoom(tx, {
    things: 'assets',
    owner: { id: project.id, title: 'A project' },
    max: ASSETS_MAX,
    count: () => assetList.count(tx, { projectId: project.id }),
    hint: 'Remove one.',
  });
  return { asset, isNew: true, isOnboarding, claim };
}

type DomainRequest = Pick<CreateAssetInput, 'value' | 'projectId' | 'backlinksLimit' | 'keywordsLimit'>;

/** Claims the onboarding of a website's domain; the workflow `asset-onboard` starts it. */
export async function claimWebsiteOnboarding(ctx: CreateContext, tx: Transaction, website: DomainRequest): Promise<OnboardClaim> {
  const { value: domain, projectId, backlinksLimit, keywordsLimit } = website;
  const options = { backlinks_limit: backlinksLimit, keywords_limit: keywordsLimit };
  const [claim] = await claimOnboardings(ctx, tx, [{ domain, projectId, options }]);
  if (claim === undefined) throw new Error(`Nothing was decided about the onboarding of ${domain}`);
  return claim;
}

async function enqueueOnboarding(
  ctx: Pick<AppContext, 'workflows'>,
  tx: Transaction,
  { asset, claim }: CreateAssetResult,
  input: CreateAssetInput,
): Promise<void> {
  const payload = {
    asset_id: asset.id,
    project_id: asset.projectId,
    asset_type: asset.type,
    value: asset.value,
    name: asset.name,
    backlinks_limit: input.backlinksLimit,
    keywords_limit: input.keywordsLimit,
    domain_workflow_id: claim?.workflowId ?? undefined,
  };
  await ctx.workflows.enqueue(tx, 'asset-onboard', payload, { id: asset.workflowId ?? undefined });
}

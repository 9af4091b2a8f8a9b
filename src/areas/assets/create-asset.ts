import { ensureDomain } from '#areas/domains/index.ts';
import { assertNotArchived, getProject, lockProject, upsertProjectSubscription, type Project } from '#areas/projects/index.ts';
import type { AppContext, RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { platformOf, type Asset } from './asset.ts';
import { insertAsset, selectSameAsset } from './store.ts';

export interface CreateAssetInput extends Pick<Asset, 'projectId' | 'type' | 'value' | 'name' | 'role' | 'iconUrl' | 'meta'> {
  readonly skipOnboarding: boolean;
  /** Rows that onboarding fetches at most; its own defaults when left out. */
  readonly backlinksLimit: number | undefined;
  readonly keywordsLimit: number | undefined;
}

export interface CreateAssetResult {
  readonly asset: Asset;
  /** False: the project had it, nothing was changed or started. */
  readonly isNew: boolean;
  readonly isOnboarding: boolean;
}

/**
 * Puts an asset into a project (specification 4.2): for a website its domain record, the asset and
 * the start of `asset-onboard`, all in one transaction. The same asset again gives the first one.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function createAsset(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows'>,
  input: CreateAssetInput,
): Promise<CreateAssetResult> {
  const project = await getProject(ctx, input.projectId);
  assertNotArchived(project);
  return ctx.postgres.transaction(async (tx) => {
    const result = await ensureAsset(tx, { project, input, now: ctx.clock.now() });
    if (result.isOnboarding) await enqueueOnboarding(ctx, tx, { asset: result.asset, input });
    return result;
  });
}

interface AssetCreation {
  readonly project: Project;
  readonly input: CreateAssetInput;
  readonly now: Date;
}

/** The asset with its domain record; starts nothing. */
export async function ensureAsset(tx: Transaction, { project, input, now }: AssetCreation): Promise<CreateAssetResult> {
  const known = await selectSameAsset(tx, input);
  if (known !== undefined) return { asset: known, isNew: false, isOnboarding: false };

  const domain = input.type === 'website' ? await ensureDomain(tx, input.value, now) : undefined;
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
    domainId: domain?.id ?? null,
    workflowId: input.skipOnboarding ? null : newId('wf_'),
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insertAsset(tx, asset))) return ensureAsset(tx, { project, input, now });
  if (asset.type === 'local') {
    await lockProject(tx, project.id);
    await upsertProjectSubscription(tx, { project, type: 'serp_local', now });
  }
  return { asset, isNew: true, isOnboarding: asset.workflowId !== null };
}

interface Onboarding {
  readonly asset: Asset;
  readonly input: CreateAssetInput;
}

async function enqueueOnboarding(ctx: Pick<AppContext, 'workflows'>, tx: Transaction, { asset, input }: Onboarding): Promise<void> {
  const payload = {
    asset_id: asset.id,
    project_id: asset.projectId,
    asset_type: asset.type,
    value: asset.value,
    name: asset.name,
    backlinks_limit: input.backlinksLimit,
    keywords_limit: input.keywordsLimit,
  };
  await ctx.workflows.enqueue(tx, 'asset-onboard', payload, { id: asset.workflowId ?? undefined });
}

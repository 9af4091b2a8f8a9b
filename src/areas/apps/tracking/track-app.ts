import type { Estimate } from '#areas/costs/index.ts';
import { appTypeOf, ensureAsset, type Asset } from '#areas/assets/index.ts';
import {
  assertNotArchived,
  getProject,
  lockProject,
  upsertProjectSubscription,
  type Project,
  endProjectSubscription,
  type ProjectReader,
} from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { estimateReadings } from './estimate-reading.ts';
import { findTrackedApp, upsertTrackedApp, endTrackedApp, hasTrackedApps, type TrackedAppKey } from './store/tracked-apps.ts';
import type { TrackedApp } from './tracked-app.ts';
import { notFound } from '#kernel/errors.ts';
import { endTerms } from '../keywords/store/terms.ts';

export interface TrackAppInput extends Pick<TrackedApp, 'projectId' | 'platform' | 'storefront' | 'appId' | 'iconUrl'> {
  readonly name: string | null;
  /** The app's page, as the request names it. */
  readonly url: string | null;
}

export interface TrackAppResult {
  readonly app: TrackedApp;
  readonly asset: Asset;
  /** False: the project tracked it already, and nothing was started. */
  readonly isNew: boolean;
  /** The `app-details` that reads it first; null: nothing was started. */
  readonly workflowId: string | null;
}

type TrackContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'config' | 'workflows' | 'searchData'>;

const DAYS_A_MONTH = 30;

/**
 * Tracks an app: what the project follows, its asset, the project's subscription and the start of the first reading,
 * in one transaction. What is tracked already stays as it is and starts nothing; what was untracked is taken up again.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function trackApp(ctx: TrackContext, input: TrackAppInput): Promise<TrackAppResult> {
  const project = await getProject(ctx, input.projectId);
  assertNotArchived(project);
  return await ctx.postgres.transaction(async (tx) => {
    const now = ctx.clock.now();
    // When two begin and end at once, the subscription follows the later one.
    await lockProject(tx, project.id);
    const begun = await upsertTrackedApp(tx, { ...input, id: newId('sub_'), now });
    const asset = await ensureAppAsset(ctx, tx, project, input);
    if (begun === undefined) return { app: await getTracked(tx, input), asset, isNew: false, workflowId: null };
    await upsertProjectSubscription(tx, { project, type: 'app_tracking', now });
    const workflowId = project.status === 'active' ? await enqueueFirstReading(ctx, tx, begun) : null;
    return { app: begun, asset, isNew: true, workflowId };
  });
}

/**
 * What tracking would cost: the first reading now, and one on each day; nothing for what is tracked already.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateAppTracking(ctx: TrackContext, input: TrackAppInput): Promise<Estimate> {
  assertNotArchived(await getProject(ctx, input.projectId));
  const known = await findTrackedApp(ctx.postgres, input);
  if (known?.isActive === true) return { calls: 0, costUsd: 0, monthlyCostUsd: 0 };
  const reading = await estimateReadings(ctx, [input]);
  return { ...reading, monthlyCostUsd: sumUsd([reading.costUsd * DAYS_A_MONTH]) };
}

async function getTracked(tx: Transaction, input: TrackAppInput): Promise<TrackedApp> {
  const app = await findTrackedApp(tx, input);
  if (app === undefined) throw new Error(`${input.appId} is neither new nor tracked`);
  return app;
}

async function ensureAppAsset(ctx: TrackContext, tx: Transaction, project: Project, input: TrackAppInput): Promise<Asset> {
  const { asset } = await ensureAsset(ctx, tx, {
    project,
    input: {
      projectId: project.id,
      type: appTypeOf(input.platform),
      value: input.appId,
      name: input.name ?? input.appId,
      role: 'primary',
      iconUrl: input.iconUrl,
      meta: { app_id: input.appId, ...(input.url === null ? {} : { url: input.url }) },
      skipOnboarding: true,
      backlinksLimit: undefined,
      keywordsLimit: undefined,
      isDryRun: false,
    },
  });
  return asset;
}

/** The app's own page or record, and, when that is there, its positions. @returns the id of the first */
async function enqueueFirstReading(ctx: TrackContext, tx: Transaction, app: TrackedApp): Promise<string> {
  const { platform, storefront, appId, projectId } = app;
  const input = { app_id: appId, platform, country: storefront, project_ids: [projectId] };
  const detailsId = await ctx.workflows.enqueue(tx, 'app-details', input, { id: newId('wf_') });
  await ctx.workflows.enqueue(tx, 'app-tracking', { tracked_id: app.id, details_workflow_id: detailsId }, { id: newId('wf_') });
  return detailsId;
}

/**
 * Ends the tracking of an app and of its terms; with the last app of a project its `app_tracking` subscription ends.
 * The asset and what was measured stay. Untracking twice is the same as once.
 * @returns whether it was tracked until now
 * @throws AppError `Project not found`; `App not found` when the project has never tracked it
 */
export async function untrackApp(ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>, key: TrackedAppKey): Promise<boolean> {
  const project = await getProject(ctx, key.projectId);
  return await ctx.postgres.transaction(async (tx) => {
    await lockProject(tx, project.id);
    if ((await findTrackedApp(tx, key)) === undefined) throw notFound('App');
    const wasTracked = await endTrackedApp(tx, key);
    await endTerms(tx, key);
    if (!(await hasTrackedApps(tx, project.id))) await endProjectSubscription(tx, { project, type: 'app_tracking', now: ctx.clock.now() });
    return wasTracked;
  });
}

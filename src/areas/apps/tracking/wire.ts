import { z } from 'zod';
import { PLATFORMS } from '#areas/assets/index.ts';
import { dryRunField, EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import { urlField } from '#areas/domains/index.ts';
import { idField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { invalid } from '#kernel/errors.ts';
import { StartedWorkflow, toStartedWorkflow, toStoreForms } from '../app-ref/fields.ts';
import { DEFAULT_STOREFRONT, storefrontField } from '../catalogue/index.ts';
import { toAppRef } from '../catalogue/wire/fields.ts';
import type { TrackedAppKey } from './store/tracked-apps.ts';
import type { TrackAppInput, TrackAppResult } from './track-app.ts';
import type { TrackedApp } from './tracked-app.ts';

export const TrackAppBody = toStoreForms({
  name: nameField().optional(),
  icon_url: urlField().nullish(),
  url: urlField().nullish().meta({ description: "The app's page." }),
  frequency: z.enum(['daily']).default('daily'),
  storefront: storefrontField().default(DEFAULT_STOREFRONT).meta({ description: 'The country whose store is read.' }),
  dry_run: dryRunField(),
});
type TrackAppBody = z.output<(typeof TrackAppBody)['forms']['app_store_a']>;

export function toTrackAppInput(body: TrackAppBody): TrackAppInput {
  const { project_id: projectId, app_id: appId, platform, storefront, name = null, icon_url: iconUrl = null, url = null } = body;
  return { projectId, appId, platform, storefront, name, iconUrl, url };
}

export const SubscriptionBody = z
  .object({
    id: z.string(),
    project_id: z.string(),
    app_id: z.string(),
    platform: z.enum(PLATFORMS),
    storefront: z.string(),
    name: z.string().nullable(),
    icon_url: z.string().nullable(),
    status: z.enum(['active', 'inactive']),
    is_active: z.int().meta({ description: '1 or 0' }),
    frequency: z.enum(['daily']),
    tracking_enabled: z.boolean(),
    next_run_at: z.string().nullable(),
    last_run_at: z.string().nullable().meta({ description: 'When it was last read; a reading that failed does not count.' }),
    last_error: z.string().nullable().meta({ description: 'What failed of the last reading. What was read before stays.' }),
    created_at: z.string(),
  })
  .meta({ id: 'AppSubscription' });

export function toSubscription(app: TrackedApp): z.input<typeof SubscriptionBody> {
  const { isActive } = app;
  const status = isActive ? 'active' : 'inactive';
  return toBody(SubscriptionBody, { ...app, status, isActive: Number(isActive), trackingEnabled: isActive });
}

export const TrackAppResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  subscription: SubscriptionBody,
  asset: z.object({ id: z.string(), asset_id: z.string(), type: z.string(), value: z.string(), name: z.string(), role: z.string() }),
  orchestration: StartedWorkflow.extend({ workflow_id: z.string().nullable(), status_url: z.string().nullable() }).meta({
    description: 'The first reading; no workflow where nothing was started.',
  }),
});

export function toTrackAppBody({ app, asset, isNew, workflowId }: TrackAppResult): z.input<typeof TrackAppResponse> {
  const { id, type, value, name, role } = asset;
  return {
    success: true,
    message: isNew ? 'App tracked' : 'App is tracked already, and was left as it is',
    subscription: toSubscription(app),
    asset: { id, asset_id: id, type, value, name, role },
    orchestration:
      workflowId === null ? { type: 'app-details', workflow_id: null, status_url: null } : toStartedWorkflow('app-details', workflowId),
  };
}

/** Untrack reads query or body; the body wins. */
export const UntrackAppFields = z.object({
  project_id: idField().optional(),
  app_id: idField().optional(),
  platform: z.enum(PLATFORMS).optional().meta({ description: 'The store whose ids look like this unless given.' }),
});
type UntrackAppFields = z.output<typeof UntrackAppFields>;

/** @throws AppError 400 naming what neither the query nor the body has */
export function toTrackedAppKey(query: UntrackAppFields, body: UntrackAppFields | undefined): TrackedAppKey {
  const projectId = body?.project_id ?? query.project_id;
  const appId = body?.app_id ?? query.app_id;
  if (projectId !== undefined && appId !== undefined) {
    const { platform } = toAppRef({ app_id: appId }, { platform: body?.platform ?? query.platform });
    return { projectId, appId, platform };
  }
  const missing = [projectId === undefined ? ['project_id'] : [], appId === undefined ? ['app_id'] : []].flat();
  throw invalid(missing.map((path) => ({ path, message: `${path} is required` })));
}

export const UntrackAppResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  project_id: z.string(),
  app_id: z.string(),
  platform: z.enum(PLATFORMS),
  untracked: z.boolean().meta({ description: 'Whether it was tracked until now.' }),
});

export function toUntrackAppBody({ projectId, appId, platform }: TrackedAppKey, wasTracked: boolean): z.input<typeof UntrackAppResponse> {
  const message = wasTracked ? 'App untracked' : 'App was not tracked any more';
  return { success: true, message, project_id: projectId, app_id: appId, platform, untracked: wasTracked };
}

export const RefreshAppBody = z.object({
  project_id: idField().meta({ description: 'It tracks the app, and pays.' }),
  platform: z.enum(PLATFORMS).optional().meta({ description: 'The store whose ids look like this unless given.' }),
  dry_run: dryRunField(),
});

export const RefreshAppResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  estimate: EstimateBody,
  ...StartedWorkflow.shape,
});

export function toRefreshAppBody(workflowId: string, estimate: Estimate): z.input<typeof RefreshAppResponse> {
  const message = 'The app and its charts are being read';
  return { success: true, message, estimate: toEstimateFields(estimate), ...toStartedWorkflow('app-tracking', workflowId) };
}

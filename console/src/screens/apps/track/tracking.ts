import { postAppsTrack, type PostAppsTrackResponse } from '#client';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import type { Price } from '#ui/actions/confirm-price.tsx';
import type { AppOfProject } from '../store/store.ts';

/** What is asked for when an app is to be tracked. */
export interface AppToTrack extends AppOfProject {
  /** Country of the store. */
  readonly country: string;
  /** Null: not known yet. */
  readonly name: string | null;
}

/** @throws ApiError what the service said when it refused */
export async function orderTracking(app: AppToTrack, isDryRun = false): Promise<PostAppsTrackResponse> {
  const { projectId, platform, appId, country, name } = app;
  return await ask(postAppsTrack, {
    body: {
      project_id: projectId,
      platform,
      app_id: appId,
      storefront: country,
      ...(name !== null && { name }),
      ...(isDryRun && { dry_run: true }),
    },
  });
}

/** What tracking costs now and in a month. @throws Error when the answer holds no price */
export async function priceTracking(app: AppToTrack): Promise<Price> {
  return { estimate: readEstimate(await orderTracking(app, true)) };
}

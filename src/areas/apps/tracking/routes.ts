import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { defineEndpoint, type AppEndpoint } from '#context';
import { AppParams, toAppRef } from '../catalogue/wire/fields.ts';
import { listTrackedApps } from './list-tracked-apps.ts';
import { estimateAppRefresh, refreshApp } from './refresh-app.ts';
import { estimateAppTracking, trackApp } from './track-app.ts';
import { untrackApp } from './track-app.ts';
import {
  RefreshAppBody,
  RefreshAppResponse,
  toRefreshAppBody,
  toTrackAppBody,
  toTrackAppInput,
  toTrackedAppKey,
  toUntrackAppBody,
  TrackAppBody,
  TrackAppResponse,
  UntrackAppFields,
  UntrackAppResponse,
} from './wire.ts';
import { toTrackedAppsBody, TrackedAppsQuery, TrackedAppsResponse } from './wire-list.ts';

const common = { spec: '4.8', area: 'apps', access: 'key' } as const;

const postTrack = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/apps/track',
  summary: 'Track an app: its page or record, its charts and its ratings, read once a day',
  description:
    'Adds the app to the assets of the project and starts the first reading. An app that is tracked already is answered as it is and starts nothing. With `dry_run` only the estimate is made.',
  body: TrackAppBody,
  responses: { 200: TrackAppResponse.or(EstimateResponse), 201: TrackAppResponse },
  failures: ['not_found'],
  handle: async (ctx, { body }) => {
    const input = toTrackAppInput(body);
    if (body.dry_run) return { status: 200, body: toEstimateBody(await estimateAppTracking(ctx, input)) };
    const result = await trackApp(ctx, input);
    return { status: result.isNew ? 201 : 200, body: toTrackAppBody(result) };
  },
});

const deleteTracked = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/apps/untrack',
  summary: 'End the tracking of an app and of its terms',
  description: 'The asset and what was measured stay. Takes `project_id`, `app_id` and `platform` from the body or the query.',
  query: UntrackAppFields,
  body: UntrackAppFields.optional(),
  responses: { 200: UntrackAppResponse },
  failures: ['not_found'],
  handle: async (ctx, { query, body }) => {
    const key = toTrackedAppKey(query, body);
    return { status: 200, body: toUntrackAppBody(key, await untrackApp(ctx, key)) };
  },
});

const getTracked = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/apps/tracked',
  summary: 'List the apps that a project tracks, with their newest places, ratings and versions',
  query: TrackedAppsQuery,
  responses: { 200: TrackedAppsResponse },
  failures: ['not_found'],
  handle: async (ctx, { query }) => {
    const { apps, total } = await listTrackedApps(
      ctx,
      { projectId: query.project_id, platform: query.platform, appId: query.app_id },
      query,
    );
    return { status: 200, body: toTrackedAppsBody(apps, query, total) };
  },
});

const postRefresh = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/apps/{app_id}/refresh',
  summary: 'Read a tracked app now, with its charts, for example after a reading that failed',
  description: 'The answer names the price. A reading that was asked for before is joined. With `dry_run` only the estimate is made.',
  params: AppParams,
  body: RefreshAppBody,
  responses: { 200: EstimateResponse, 202: RefreshAppResponse },
  failures: ['not_found', 'conflict'],
  handle: async (ctx, { params, body }) => {
    const key = { ...toAppRef(params, { platform: body.platform }), projectId: body.project_id };
    const estimate = await estimateAppRefresh(ctx, key);
    if (body.dry_run) return { status: 200, body: toEstimateBody(estimate) };
    return { status: 202, body: toRefreshAppBody(await refreshApp(ctx, key), estimate) };
  },
});

export const trackedAppEndpoints: AppEndpoint[] = [postTrack, deleteTracked, getTracked, postRefresh];

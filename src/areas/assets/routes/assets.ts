import { z } from 'zod';
import { defineEndpoint, type AppEndpoint } from '#context';
import { EstimateResponse, toEstimateBody } from '#areas/costs/index.ts';
import { toListFields } from '#http/paging.ts';
import { createAsset } from '../create-asset.ts';
import { deleteAsset } from '../delete-asset.ts';
import { estimateAsset } from '../estimate-asset.ts';
import { getAsset, listAssets } from '../get-asset.ts';
import { updateAsset } from '../update-asset.ts';
import {
  AssetListResponse,
  AssetParams,
  AssetResponse,
  CreateAssetBody,
  CreateAssetResponse,
  DeleteAssetResponse,
  ListAssetsQuery,
  toAssetBody,
  toCreateAssetBody,
  UpdateAssetBody,
} from '../wire/assets.ts';

const common = { spec: '4.2', area: 'assets', access: 'key' } as const;

const postAsset = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/assets',
  summary: 'Add a website, app or local business to a project',
  description:
    'Creating a website creates its domain record and starts the workflow `asset-onboard`. The same asset again answers 200 with the first one and starts nothing. With `dry_run` only the estimate of what a new website fetches is made.',
  body: CreateAssetBody,
  responses: { 200: z.union([CreateAssetResponse, EstimateResponse]), 201: CreateAssetResponse },
  handle: async (ctx, { body }) => {
    if (body.isDryRun) return { status: 200, body: toEstimateBody(await estimateAsset(ctx, body)) };
    const result = await createAsset(ctx, body);
    return { status: result.isNew ? 201 : 200, body: toCreateAssetBody(result) };
  },
});

const getAssets = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/assets',
  summary: "List a project's assets, oldest first",
  query: ListAssetsQuery,
  responses: { 200: AssetListResponse },
  isShared: true,
  handle: async (ctx, { query }) => {
    const { assets, total } = await listAssets(ctx, { ...query, projectId: query.project_id });
    return {
      status: 200,
      body: { success: true, assets: assets.map(toAssetBody), ...toListFields(assets, query, total) },
    };
  },
});

const getOneAsset = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/assets/{asset_id}',
  summary: 'Read an asset',
  params: AssetParams,
  responses: { 200: AssetResponse },
  handle: async (ctx, { params }) => {
    const { asset } = await getAsset(ctx, params.asset_id);
    return { status: 200, body: { success: true, ...toAssetBody(asset), asset: toAssetBody(asset) } };
  },
});

const putAsset = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/api/assets/{asset_id}',
  summary: 'Change the name, role, icon or notes of an asset',
  description: 'Aliases and the rule for sub-domains hold from the next check on; `POST /api/rankings/rematch` applies them to the past.',
  params: AssetParams,
  body: UpdateAssetBody,
  responses: { 200: AssetResponse },
  handle: async (ctx, { params, body }) => {
    const { icon_url: iconUrl, ...changes } = body;
    const asset = toAssetBody(await updateAsset(ctx, params.asset_id, { ...changes, iconUrl }));
    return { status: 200, body: { success: true, ...asset, asset } };
  },
});

const removeAsset = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/assets/{asset_id}',
  summary: 'Remove an asset',
  description: 'It is no longer looked for; what was measured for it stays in the history.',
  params: AssetParams,
  responses: { 200: DeleteAssetResponse },
  handle: async (ctx, { params }) => {
    const { id } = await deleteAsset(ctx, params.asset_id);
    return { status: 200, body: { success: true, message: 'Asset deleted', id, asset_id: id, deleted: true } };
  },
});

export const assetEndpoints: AppEndpoint[] = [postAsset, getAssets, getOneAsset, putAsset, removeAsset];

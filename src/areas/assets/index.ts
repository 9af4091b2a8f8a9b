/** Assets: what other areas may use, and what the service serves and runs of them. */
import { defineArea } from '#area/index.ts';
import { tables } from './tables.ts';
import { assetOnboard } from './asset-onboard.workflow.ts';
import { assetEndpoints } from './routes/assets.ts';

export { findAppIdProblem } from './app-id.ts';
export { appTypeOf, PLATFORMS, type Asset, type Platform } from './asset.ts';
export { ensureAsset } from './create-asset.ts';
export { getAsset } from './get-asset.ts';
export { appIdField } from './wire/assets.ts';

export const assets = defineArea({
  name: 'assets',
  summary: 'What a project owns or competes with: websites, apps and local businesses. A new website is onboarded.',
  endpoints: assetEndpoints,
  workflows: [assetOnboard],
  tables,
});

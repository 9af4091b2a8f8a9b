/** Assets: what other areas may use, and what the service serves and runs of them. */
import { defineArea } from '#area/index.ts';
import { tables } from './tables.ts';
import { assetOnboard } from './asset-onboard.workflow.ts';
import { onboardEndpoints } from './routes/onboard.ts';
import { endpoints as assetEndpoints } from './routes.ts';

export { PLATFORMS, type Platform } from './asset.ts';
export { makeOnboardPayload } from './onboard-payload.ts';
export { appIdField } from './wire.ts';

export const assets = defineArea({
  name: 'assets',
  summary: 'Websites, apps and local businesses of projects.',
  endpoints: [...assetEndpoints, ...onboardEndpoints],
  workflows: [assetOnboard],
  tables,
});

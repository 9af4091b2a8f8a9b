/** Assets: what other areas may use, and what the service serves and runs of them. */
import type { AppEndpoint, AppWorkflow } from '#context';
import { assetOnboard } from './asset-onboard.workflow.ts';
import { onboardEndpoints } from './routes/onboard.ts';
import { endpoints as assetEndpoints } from './routes.ts';

export { PLATFORMS, type Platform } from './asset.ts';
export { makeOnboardPayload } from './onboard-payload.ts';
export { appIdField } from './wire.ts';

export const endpoints: AppEndpoint[] = [...assetEndpoints, ...onboardEndpoints];

export const workflows: AppWorkflow[] = [assetOnboard];

/** Assets: what other areas may use, and what the service serves and runs of them. */
import type { AppWorkflow } from '#context';
import { assetOnboard } from './asset-onboard.workflow.ts';

export { PLATFORMS, type Platform } from './asset.ts';
export { makeOnboardPayload } from './onboard-payload.ts';
export { endpoints } from './routes.ts';
export { appIdField } from './wire.ts';

export const workflows: AppWorkflow[] = [assetOnboard];

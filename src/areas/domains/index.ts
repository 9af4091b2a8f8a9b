/** Domain intelligence: what other areas may use. */
import type { AppEndpoint, AppWorkflow } from '#context';
import { domainOnboard } from './domain-onboard.workflow.ts';
import { domainEndpoints } from './routes/domains.ts';

export { estimateOnboarding } from './onboard/estimate-onboarding.ts';
export { onboardOptionFields, ONBOARD_ROWS_DEFAULT, ONBOARD_ROWS_MAX, OnboardInput } from './onboard/options.ts';
export { raiseDataTier } from './store/onboarding.ts';
export { ensureDomain } from './ensure-domain.ts';
export { hostField, urlField } from './fields.ts';
export { hostMatches, normalizeHost, toRegistrableDomain, type HostResult } from './normalize-host.ts';

export const endpoints: AppEndpoint[] = [...domainEndpoints];

export const workflows: AppWorkflow[] = [domainOnboard];

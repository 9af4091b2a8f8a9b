/** Domain intelligence: what other areas may use. */
import type { AppWorkflow } from '#context';
import { domainOnboard } from './domain-onboard.workflow.ts';
import { socialScrape } from './social-scrape.workflow.ts';

export { ensureDomain } from './ensure-domain.ts';
export { hostField, urlField } from './fields.ts';
export { hostMatches, normalizeHost, toRegistrableDomain, type HostResult } from './normalize-host.ts';

export const workflows: AppWorkflow[] = [domainOnboard, socialScrape];

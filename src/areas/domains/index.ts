/** Domain intelligence: what other areas may use. */
import type { AppEndpoint, AppWorkflow } from '#context';
import { domainOnboard } from './domain-onboard.workflow.ts';
import { classificationQueueEndpoints } from './routes/classification-queue.ts';
import { domainLinkEndpoints } from './routes/domain-links.ts';
import { domainEndpoints } from './routes/domains.ts';
import { referringDomainEndpoints } from './routes/referring-domains.ts';
import { snapshotEndpoints } from './routes/snapshots.ts';
import { backlinkSnapshot } from './snapshots/backlink-snapshot.workflow.ts';
import { backlinkSnapshots } from './snapshots/backlink-snapshots.workflow.ts';
import { socialScrape } from './social-scrape.workflow.ts';

export { claimOnboardings, startOnboardings, type OnboardClaim, type OnboardOrder, type OnboardOutcome } from './claim-onboardings.ts';
export { copySources } from './copy-sources.ts';
export { estimateOnboardings } from './estimate-onboardings.ts';
export { hostField, urlField } from './fields.ts';
export { isDomainVisible } from './get-visible-domain.ts';
export { findBacklinksCounts } from './known-figures.ts';
export { hostMatches, normalizeHost, type HostResult } from './normalize-host.ts';
export { OnboardInput, OnboardLimits, OnboardOptions } from './onboard/options.ts';
export { lockDomain, updateDataTiers } from './store/domain-onboarding.ts';

export const endpoints: AppEndpoint[] = [
  ...domainEndpoints,
  ...domainLinkEndpoints,
  ...classificationQueueEndpoints,
  ...referringDomainEndpoints,
  ...snapshotEndpoints,
];

export const workflows: AppWorkflow[] = [domainOnboard, backlinkSnapshots, backlinkSnapshot, socialScrape];

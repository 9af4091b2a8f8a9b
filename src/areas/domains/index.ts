/** Domain intelligence: what other areas may use. */
import { defineArea } from '#area/index.ts';
import { copySources } from './copy-sources.ts';
import { messages, queues } from './queues.ts';
import { snapshotsJob } from './snapshots/snapshots-job.ts';
import { tables } from './tables.ts';
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
export { estimateOnboardings } from './estimate-onboardings.ts';
export { hostField, urlField } from './fields.ts';
export { isDomainVisible } from './get-visible-domain.ts';
export { findBacklinksCounts } from './known-figures.ts';
export { hostMatches, type HostResult } from './normalize-host.ts';
export { OnboardLimits, OnboardOptions } from './onboard/options.ts';
export { lockDomain, updateDataTiers } from './store/domain-onboarding.ts';

export const domains = defineArea({
  name: 'domains',
  summary: 'What is known of a domain: who links to it, what it ranks for, how that changes.',
  readingOrder: 5,
  endpoints: [
    ...domainEndpoints,
    ...domainLinkEndpoints,
    ...classificationQueueEndpoints,
    ...referringDomainEndpoints,
    ...snapshotEndpoints,
  ],
  workflows: [domainOnboard, backlinkSnapshots, backlinkSnapshot, socialScrape],
  queues,
  messages,
  jobTypes: [snapshotsJob],
  copySources,
  tables,
  reads: ['assets', 'projects'],
});

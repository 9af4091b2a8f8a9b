/** Domain intelligence: what other areas may use. */
import { defineArea } from '#area/index.ts';
import { copySources } from './copy-sources.ts';
import { messages, queues } from './queues.ts';
import { snapshotsJob } from './snapshots/snapshots-job.ts';
import { tables } from './tables.ts';
import { domainOnboard } from './domain-onboard.workflow.ts';
import { classificationQueueEndpoints } from './routes/classification-queue.ts';
import { domainEndpoints } from './routes/domains.ts';
import { referringDomainEndpoints } from './routes/referring-domains.ts';
import { snapshotEndpoints } from './routes/snapshots.ts';
import { backlinkSnapshot } from './snapshots/backlink-snapshot.workflow.ts';
import { backlinkSnapshots } from './snapshots/backlink-snapshots.workflow.ts';
import { socialScrape } from './social-scrape.workflow.ts';

export {
  claimOnboardings,
  previewOnboardings,
  startOnboardings,
  type OnboardClaim,
  type OnboardOrder,
  type OnboardOutcome,
} from './claim-onboardings.ts';
export { estimateOnboarding } from './onboard/estimate-onboarding.ts';
export { hostField, urlField } from './fields.ts';
export { findBacklinksCounts } from './known-figures.ts';
export { hostMatches, type HostResult } from './normalize-host.ts';
export { OnboardLimits, OnboardOptions } from './onboard/options.ts';
export { lockDomain, updateDataTiers } from './store/domain-onboarding.ts';

export const domains = defineArea({
  name: 'domains',
  summary: 'Domains: onboarding, backlinks, referring domains, ranked keywords, weekly snapshots.',
  endpoints: [...domainEndpoints, ...classificationQueueEndpoints, ...referringDomainEndpoints, ...snapshotEndpoints],
  workflows: [domainOnboard, backlinkSnapshots, backlinkSnapshot, socialScrape],
  queues,
  messages,
  jobTypes: [snapshotsJob],
  copySources,
  tables,
  reads: ['assets', 'projects'],
});

/** Domain intelligence: what other areas may use. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { copySources } from './snapshots/copy-sources.ts';
import { messages, queues } from './queues.ts';
import { snapshotsJob } from './snapshots/snapshots-job.ts';
import { tables } from './tables.ts';
import { domainOnboard } from './onboarding/domain-onboard.workflow.ts';
import { classificationQueueEndpoints } from './routes/classification-queue.ts';
import { domainLinkEndpoints } from './routes/domain-links.ts';
import { onboardEndpoints } from './routes/onboard.ts';
import { domainEndpoints } from './routes/domains.ts';
import { referringDomainEndpoints } from './routes/referring-domains.ts';
import { snapshotEndpoints } from './routes/snapshots.ts';
import { snapshotWorkflows } from './snapshots/workflows.ts';
import { socialScrape } from './properties/social-scrape.workflow.ts';

export { claimOnboardings, type OnboardClaim } from './onboarding/claim-onboardings.ts';
export { estimateOnboardings } from './onboarding/estimate-onboardings.ts';
export { ORCHESTRATIONS, toOrchestration } from './onboarding/orchestration.ts';
export { hostField, urlField } from './fields.ts';
export { fetchRankedKeywords, RANKED_ROWS_MAX } from './keywords/fetch-ranked-keywords.ts';
export type { Market } from './keywords/market.ts';
export {
  findRankedSource,
  isRankedFetchUnderWay,
  listAllRankedSources,
  listRankedSources,
  SOURCE_STATUSES,
  type RankedSource,
} from './keywords/ranked-sources.ts';
export { insertOrganizationReader, insertReaders } from './onboarding/store/readers.ts';
export { findMarket } from './onboarding/find-market.ts';
export { findDataTier, relateLabels } from './records/relation.ts';
export { domainList, type DataTier } from './records/store/details.ts';
export { getVisibleDomain, isDomainVisible, searchDomains, type DomainReader } from './records/get-visible-domain.ts';
export { findOwnPositions } from './keywords/find-own-positions.ts';
export type { BestPosition } from './keywords/store/best-positions.ts';
export { findBacklinksCounts, listLinkSummaries, type BacklinksCount } from './records/known-metrics.ts';
export { MetricReadingBody, toMetricReading, toLinksReading } from './wire/metric-reading.ts';
export type { LinkSummary } from './records/store/metrics.ts';
export { ONBOARD_STATUSES } from './records/store/domains.ts';
export { normalizeUrl, URL_LENGTH_MAX } from './ingest/normalize-url.ts';
export { hostMatches, normalizeHost, toSiteHost, type HostResult } from './normalize-host.ts';
export { findReferringFacts, type ReferringFacts } from './links/find-referring-facts.ts';
export { listLinkWeeks, type LinkWeek } from './links/list-link-weeks.ts';
export { listHomePages } from './properties/home-pages.ts';
export { ONBOARD_ROWS_DEFAULT, OnboardLimits } from './onboarding/options.ts';
export { toQualityTier, type QualityTier } from './links/quality-tier.ts';
export { classifyReferringDomain, classifyDomain, domainClassification, keywordClassification, urlClassification } from './queues.ts';
export { refreshWeekCounts } from './snapshots/refresh-week-counts.ts';
export { lockDomain, updateDataTiers } from './records/store/domains.ts';

export const domains = defineArea({
  name: 'domains',
  summary: 'What is known of a domain: who links to it, what it ranks for, how that changes.',
  assistantTools,
  endpoints: [
    ...onboardEndpoints,
    ...domainEndpoints,
    ...domainLinkEndpoints,
    ...classificationQueueEndpoints,
    ...referringDomainEndpoints,
    ...snapshotEndpoints,
  ],
  workflows: [domainOnboard, ...snapshotWorkflows, socialScrape],
  queues,
  messages,
  jobTypes: [snapshotsJob],
  copySources,
  // Not called yet.
  services: [{ service: 'video_api', priceUsd: 0, unit: 'unit', free: { limit: 10_000, period: 'day' } }],
  tables,
  reads: ['assets', 'projects'],
});

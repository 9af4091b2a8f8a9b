import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

export const domainOnboarding: Queue = { name: 'domain-onboarding', summary: 'fetching what is known of a domain', concurrency: 5 };
export const socialScraping: Queue = { name: 'social-scrape', summary: 'finding the social profiles of a domain', concurrency: 3 };
// One run at a time, so that the second finds what the first has done; apart from its domains, for which it waits.
export const snapshotRuns: Queue = {
  name: 'snapshot-runs',
  summary: 'weekly runs over all tracked domains, one at a time',
  concurrency: 1,
  isExclusive: true,
};
export const domainSnapshots: Queue = { name: 'backlink-snapshots', summary: 'the week of one domain each', concurrency: 8 };

// Classification works these off; they are named here because domains are what it is asked about first.
export const urlClassification: Queue = { name: 'url-classification', summary: 'classifying addresses', concurrency: 10 };
export const keywordClassification: Queue = { name: 'keyword-classification', summary: 'classifying keywords', concurrency: 10 };
export const domainClassification: Queue = {
  name: 'domain-classification',
  summary: 'classifying domains, which comes before their addresses',
  concurrency: 10,
};

export const onboardDomain: MessageKind = {
  kind: 'onboard_domain',
  workflow: 'domain-onboard',
  queue: domainOnboarding,
  summary: 'fetch what is known of a domain',
};
export const scrapeSocial: MessageKind = {
  kind: 'scrape_social',
  workflow: 'social-scrape',
  queue: socialScraping,
  summary: 'find the social profiles of a domain',
};
export const classifyUrl: MessageKind = {
  kind: 'classify_url',
  workflow: 'url-classify',
  queue: urlClassification,
  summary: 'classify an address',
};
export const classifyKeyword: MessageKind = {
  kind: 'classify_keyword',
  workflow: 'keyword-classify',
  queue: keywordClassification,
  summary: 'classify a keyword',
};
export const classifyDomain: MessageKind = {
  kind: 'classify_domain',
  workflow: 'domain-classify',
  queue: domainClassification,
  summary: 'classify a domain',
};
export const classifyReferringDomain: MessageKind = {
  kind: 'classify_referring_domain',
  workflow: 'referring-domain-classify',
  queue: domainClassification,
  summary: 'classify a domain that links to a target',
};

export const queues = [
  urlClassification,
  keywordClassification,
  domainClassification,
  domainOnboarding,
  socialScraping,
  snapshotRuns,
  domainSnapshots,
];
export const messages = [onboardDomain, scrapeSocial, classifyUrl, classifyKeyword, classifyDomain, classifyReferringDomain];

import type { QueueName } from './queues.ts';

/**
 * The kinds of messages of specification 4.10. A message is a workflow by name that waits on a
 * queue. When no workflow of that name exists yet, the message is stored just the same and waits,
 * because nobody takes work off a queue that none of his workflows runs on (dispatch.ts). The
 * area that brings the workflow adds its value, on the queue named here, and takes what waits.
 */
export interface MessageKind {
  readonly kind: string;
  /** The workflow that consumes it. */
  readonly workflow: string;
  /** The queue of that workflow. */
  readonly queue: QueueName;
  readonly summary: string;
  /** Reads from an app store: counted in the figures of crawling (specification 4.9). */
  readonly isCrawl?: boolean;
}

export const MESSAGES = [
  { kind: 'serp_tracking', workflow: 'serp-tracking', queue: 'serp-runs', summary: 'check tracked keywords' },
  { kind: 'onboard_domain', workflow: 'domain-onboard', queue: 'domain-onboarding', summary: 'fetch what is known of a domain' },
  { kind: 'classify_url', workflow: 'url-classify', queue: 'url-classification', summary: 'classify an address' },
  { kind: 'classify_keyword', workflow: 'keyword-classify', queue: 'keyword-classification', summary: 'classify a keyword' },
  { kind: 'classify_domain', workflow: 'domain-classify', queue: 'domain-classification', summary: 'classify a domain' },
  {
    kind: 'classify_referring_domain',
    workflow: 'referring-domain-classify',
    queue: 'domain-classification',
    summary: 'classify a domain that links to a target',
  },
  { kind: 'reverify_classification', workflow: 'llm-reverify', queue: 'llm-reverification', summary: 'ask a language model again' },
  {
    kind: 'crawl_category',
    workflow: 'category-crawl',
    queue: 'app-info-fetch',
    summary: 'read a category of an app store',
    isCrawl: true,
  },
  {
    kind: 'search_app_keyword',
    workflow: 'app-keyword-search',
    queue: 'app-keyword-search',
    summary: 'search an app store',
    isCrawl: true,
  },
  { kind: 'fetch_app_details', workflow: 'app-details', queue: 'app-details-fetch', summary: 'fetch the details of an app', isCrawl: true },
  { kind: 'scrape_social', workflow: 'social-scrape', queue: 'social-scrape', summary: 'find the social profiles of a domain' },
  { kind: 'ingest_analytics', workflow: 'analytics-ingest', queue: 'analytics-ingestion', summary: 'append rows to the analytics store' },
  { kind: 'harvest_keywords', workflow: 'keyword-harvest', queue: 'keyword-harvest', summary: 'collect keywords for a research run' },
] as const satisfies readonly MessageKind[];

export type MessageName = (typeof MESSAGES)[number]['kind'];

export function getMessageKind(kind: MessageName): MessageKind {
  const found: MessageKind | undefined = MESSAGES.find((message) => message.kind === kind);
  if (!found) throw new Error(`there is no message kind ${kind}`);
  return found;
}

/**
 * A workflow on another queue than its messages would leave those that wait there alone for ever.
 * @throws Error naming the workflow
 */
export function checkMessageQueues(workflows: readonly { readonly name: string; readonly queue: string }[]): void {
  for (const { workflow, queue, kind } of MESSAGES) {
    const found = workflows.find(({ name }) => name === workflow);
    if (found && found.queue !== queue) throw new Error(`workflow ${workflow} must run on ${queue}, where its messages ${kind} wait`);
  }
}

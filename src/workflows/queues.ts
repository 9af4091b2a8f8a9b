/**
 * The queues of specification 4.10 and their limits (section 8). A queue is a value; the runtime
 * registers the list. A queue that no workflow runs on yet has no consumer: what is put there waits
 * (messages.ts).
 */
export interface Queue {
  readonly name: string;
  readonly summary: string;
  /** Batches that are worked on at once, over all processes unless `isPerProcess`. */
  readonly concurrency: number;
  /** Messages that are taken together; with the concurrency it gives how many run at once. 1 unless given. */
  readonly batch?: number;
  /** How often a step is tried again; 3 unless given. */
  readonly maxRetries?: number;
  /** The concurrency is that of each process: work that costs processor time, so that more processes do more of it. */
  readonly isPerProcess?: boolean;
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSeconds: number };
  /**
   * Its workflows must not overlap from their first step to their last, so one that waits for its next
   * try keeps its place. Everywhere else the place is free meanwhile.
   */
  readonly isExclusive?: boolean;
}

const MAX_RETRIES = 3;

/** Where failed messages go: no workflow runs there, the rows are in `dead_letters` (dead-letters.ts). */
export const DEAD_LETTER_QUEUE = 'dead-letter';

export const QUEUES = [
  // The thirteen of specification 4.10.
  { name: 'general-tasks', summary: 'everything without a queue of its own', concurrency: 20, batch: 1, maxRetries: 3 },
  { name: 'url-classification', summary: 'classifying addresses', concurrency: 10 },
  { name: 'keyword-classification', summary: 'classifying keywords', concurrency: 10 },
  { name: 'domain-classification', summary: 'classifying domains, which comes before their addresses', concurrency: 10 },
  { name: 'domain-onboarding', summary: 'fetching what is known of a domain', concurrency: 5 },
  { name: 'llm-reverification', summary: 'asking a language model about what the cheap stages were unsure of', concurrency: 5 },
  { name: 'app-info-fetch', summary: 'reading categories and charts of the app stores', concurrency: 3 },
  { name: 'app-keyword-search', summary: 'searching the app stores for keywords', concurrency: 3 },
  { name: 'social-scrape', summary: 'finding the social profiles of a domain', concurrency: 3 },
  { name: 'app-details-fetch', summary: 'fetching the details of apps', concurrency: 3, batch: 5, maxRetries: 2 },
  { name: 'analytics-ingestion', summary: 'rows for the analytics store', concurrency: 1, batch: 100 },
  { name: 'keyword-harvest', summary: 'collecting keywords for research runs', concurrency: 5 },
  { name: DEAD_LETTER_QUEUE, summary: 'messages that used up their retries; they wait to be sent again', concurrency: 0, maxRetries: 0 },
  // Those of tracking. Runs are apart from the checks they wait for: in one queue, twenty waiting runs would let none
  // of their checks in.
  { name: 'serp-runs', summary: 'tracking runs, each waiting for its checks', concurrency: 100 },
  {
    name: 'serp-checks',
    summary: 'one result page each, within the provider limits',
    concurrency: 20,
    rateLimit: { limitPerPeriod: 30, periodSeconds: 1 },
  },
  { name: 'serp-posts', summary: "posts of up to a hundred checks to the provider's queue", concurrency: 4 },
  { name: 'serp-answers', summary: "what the provider's queue delivered", concurrency: 3, isPerProcess: true },
  // One run at a time takes whatever is due, so that what comes in the meantime shares the next one.
  { name: 'keyword-enrichment', summary: 'fetching figures of tracked keywords', concurrency: 1, isExclusive: true },
  {
    name: 'serp-sweeps',
    summary: "collecting what the provider's queue did not deliver, one at a time",
    concurrency: 1,
    isExclusive: true,
  },
  { name: 'analytics-copies', summary: 'copying to ClickHouse what it lacks, one run at a time', concurrency: 1, isExclusive: true },
  // One run at a time, so that the second finds what the first has done; apart from its domains, for which it waits.
  { name: 'snapshot-runs', summary: 'weekly runs over all tracked domains, one at a time', concurrency: 1, isExclusive: true },
  { name: 'backlink-snapshots', summary: 'the week of one domain each', concurrency: 8 },
  // Each waits for what it has begun, so apart from that.
  { name: 'job-runs', summary: 'runs of jobs', concurrency: 100 },
] as const satisfies readonly Queue[];

export type QueueName = (typeof QUEUES)[number]['name'];

/** The queue with this name, its figures filled in; `undefined` when there is none. */
export function findQueue(name: string): Required<Omit<Queue, 'rateLimit'>> | undefined {
  const queue: Queue | undefined = QUEUES.find((other) => other.name === name);
  return queue && toWholeQueue(queue);
}

export function toWholeQueue({ name, summary, concurrency, ...rest }: Queue): Required<Omit<Queue, 'rateLimit'>> {
  const { batch = 1, maxRetries = MAX_RETRIES, isPerProcess = false, isExclusive = false } = rest;
  return { name, summary, concurrency, batch, maxRetries, isPerProcess, isExclusive };
}

/** Messages of a queue that may run at once. */
export function countPlaces({ concurrency, batch = 1 }: Pick<Queue, 'concurrency' | 'batch'>): number {
  return concurrency * batch;
}

/**
 * The waits before the tries of a queue's steps, in milliseconds: one for each of its retries, the
 * last one repeated when there are more retries than waits. No waits, no retries.
 */
export function toRetryWaits(queueName: string, waitsMs: readonly number[]): readonly number[] {
  const retries = waitsMs.length === 0 ? 0 : (findQueue(queueName)?.maxRetries ?? MAX_RETRIES);
  return Array.from({ length: retries }, (_, at) => waitsMs[Math.min(at, waitsMs.length - 1)] ?? 0);
}

/** The queues that some of these workflows run on: of the others nothing is taken, so that what is there waits. */
export function listConsumed(workflows: readonly { readonly queue: string }[]): readonly Queue[] {
  const names = new Set(workflows.map((workflow) => workflow.queue));
  return QUEUES.filter((queue) => names.has(queue.name));
}

/**
 * The queues of specification 4.10 and their limits (section 8). A queue is a value; the runtime
 * registers the list.
 */
export interface Queue {
  readonly name: string;
  readonly summary: string;
  /** Workflows of this queue that run at once, over all processes. */
  readonly concurrency: number;
  /** The concurrency is that of each process: work that costs processor time, so that more processes do more of it. */
  readonly isPerProcess?: boolean;
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSeconds: number };
}

export const QUEUES = [
  { name: 'general-tasks', summary: 'everything without a queue of its own', concurrency: 20 },
  // Apart from the checks they wait for: in one queue, twenty waiting runs would let none of their checks in.
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
  { name: 'keyword-enrichment', summary: 'fetching figures of tracked keywords', concurrency: 1 },
  { name: 'serp-sweeps', summary: "collecting what the provider's queue did not deliver, one at a time", concurrency: 1 },
  // Each waits for what it has begun, so apart from that.
  { name: 'job-runs', summary: 'runs of jobs', concurrency: 100 },
  { name: 'domain-onboarding', summary: 'fetching what is known of a domain', concurrency: 5 },
] as const satisfies readonly Queue[];

export type QueueName = (typeof QUEUES)[number]['name'];

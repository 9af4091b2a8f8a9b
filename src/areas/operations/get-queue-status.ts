import { crawlReport } from '#areas/apps/index.ts';
import type { RequestContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { STORE_CRAWL, type StoreCrawlPace } from '#providers/store-crawl.ts';
import { countMessageOutcomes, type MessageOutcomes } from '#workflows/dbos/read/message-outcomes.ts';
import { listQueueMetrics, type QueueMetrics } from '#workflows/queues/queue-metrics.ts';

export interface QueueStatus {
  readonly queues: readonly QueueMetrics[];
  readonly crawls: MessageOutcomes;
  readonly crawlPace: Pick<StoreCrawlPace, 'delaySeconds' | 'concurrency'>;
}

/** Messages and crawls of the last 24 hours, and how fast the app stores are read. */
export async function getQueueStatus({
  postgres,
  config,
  workflows,
}: Pick<RequestContext, 'postgres' | 'config' | 'workflows'>): Promise<QueueStatus> {
  const crawling = workflows.messages.filter(({ report }) => report === crawlReport);
  const [queues, crawls] = await Promise.all([
    listQueueMetrics(postgres, workflows.queues, DAY_MS),
    countMessageOutcomes(postgres, { ...crawlReport, workflows: crawling.map(({ workflow }) => workflow) }, DAY_MS),
  ]);
  const { delaySeconds, concurrency } = config.appStore;
  return { queues, crawls, crawlPace: { delaySeconds: { ...STORE_CRAWL.delaySeconds, store_a: delaySeconds }, concurrency } };
}

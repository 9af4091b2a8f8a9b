import type { RequestContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { STORE_CRAWL, type StoreCrawlPace } from '#providers/store-crawl.ts';
import { getCrawlFigures, type CrawlFigures } from '#workflows/crawl-figures.ts';
import { listQueueFigures, type QueueFigures } from '#workflows/queue-figures.ts';

export interface QueueStatus {
  readonly queues: readonly QueueFigures[];
  readonly crawls: CrawlFigures;
  readonly crawlPace: StoreCrawlPace;
}

/** Messages and crawls of the last 24 hours, and how fast the app stores are read. */
export async function getQueueStatus({
  postgres,
  config,
  workflows,
}: Pick<RequestContext, 'postgres' | 'config' | 'workflows'>): Promise<QueueStatus> {
  const [queues, crawls] = await Promise.all([
    listQueueFigures(postgres, workflows.queues, DAY_MS),
    getCrawlFigures(postgres, workflows.messages, DAY_MS),
  ]);
  const { concurrency, concurrencyWithProxy } = STORE_CRAWL;
  return {
    queues,
    crawls,
    crawlPace: { ...STORE_CRAWL, concurrency: config.scraperProxyUrl === undefined ? concurrency : concurrencyWithProxy },
  };
}

import { countRecentApps, crawlReport, type RecentApps } from '#areas/apps/index.ts';
import type { RequestContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { countMessageOutcomes, type MessageOutcomes } from '#workflows/dbos/read/message-outcomes.ts';
import { listQueueMetrics, type QueueMetrics } from '#workflows/queues/queue-metrics.ts';

export interface QueueStatus {
  readonly queues: readonly QueueMetrics[];
  readonly crawls: MessageOutcomes;
  readonly apps: RecentApps;
  readonly crawlLimits: { readonly delaySeconds: Readonly<Record<'store_a' | 'store_b', number>>; readonly concurrency: number };
}

/** Messages and crawls of the last 24 hours, and how fast the app stores are read. */
export async function getQueueStatus({
  postgres,
  clock,
  config,
  workflows,
}: Pick<RequestContext, 'postgres' | 'clock' | 'config' | 'workflows'>): Promise<QueueStatus> {
  const crawling = workflows.messages.filter(({ report }) => report === crawlReport);
  const [queues, crawls, apps] = await Promise.all([
    listQueueMetrics(postgres, workflows.queues, DAY_MS),
    countMessageOutcomes(postgres, { ...crawlReport, workflows: crawling.map(({ workflow }) => workflow) }, DAY_MS),
    countRecentApps(postgres, new Date(clock.now().getTime() - DAY_MS)),
  ]);
  const { appStore, storeBDelaySeconds } = config;
  const delaySeconds = { store_a: appStore.delaySeconds, store_b: storeBDelaySeconds };
  return { queues, crawls, apps, crawlLimits: { delaySeconds, concurrency: appStore.concurrency } };
}

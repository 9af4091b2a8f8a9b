import { metrics } from '@opentelemetry/api';
import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { METER } from '#kernel/telemetry/measure.ts';
import { within } from '#kernel/within.ts';
import { listQueueDepths } from '#workflows/queues/queue-metrics.ts';

/** A reading of `/metrics` waits no longer for the queues; without an answer it leaves them out. */
const ANSWER_MS = 2_000;

/**
 * Adds the depth of each queue and the age of its oldest message to the process's metrics, counted
 * when they are read. Every process says the same of the same queues. To be called once the metrics
 * are there.
 */
export function observeQueues({ postgres, workflows, logger }: Pick<AppContext, 'postgres' | 'workflows' | 'logger'>): void {
  const meter = metrics.getMeter(METER);
  const depth = meter.createObservableGauge('sightline_queue_messages', { description: 'Messages of a queue that wait or run' });
  const age = meter.createObservableGauge('sightline_queue_oldest_message_age_seconds', {
    description: 'Since the oldest waiting message of a queue was put there; 0 when none waits',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      try {
        for (const { queue, pending, processing, oldestAgeMs = 0 } of await within(
          ANSWER_MS,
          listQueueDepths(postgres, workflows.queues),
        )) {
          result.observe(depth, pending, { queue: queue.name, state: 'pending' });
          result.observe(depth, processing, { queue: queue.name, state: 'processing' });
          result.observe(age, oldestAgeMs / 1_000, { queue: queue.name });
        }
      } catch (error) {
        logger.warn({ error: messageOf(error) }, 'the queues could not be counted for the metrics');
      }
    },
    [depth, age],
  );
}

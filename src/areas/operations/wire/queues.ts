import { z } from 'zod';
import { idField, instantParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { Pagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { DeadLetter } from '#workflows/queues/dead-letters.ts';
import type { QueueMetrics as MetricsOfQueue } from '#workflows/queues/queue-metrics.ts';
import { DEAD_LETTER_QUEUE } from '#workflows/queues/queues.ts';
import { TITLE, type NameWorkflow } from './workflow-status.ts';
import type { QueueStatus } from '../queue/get-queue-status.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const QueueParams = z.object({ name: nameField() });
export const PurgeResponse = z.object({
  success: z.boolean(),
  queue: z.string(),
  purged: z.int().meta({ description: 'Messages that were taken off the queue' }),
});

const QueueMetrics = z
  .object({
    name: z.string(),
    queue: z.string(),
    summary: z.string(),
    pending: z.int().meta({ description: 'In line, delayed, or waiting for the next try' }),
    processing: z.int(),
    completed_last_hour: z.int(),
    failed_last_hour: z.int(),
    avg_processing_time_ms: z.number().nullable().meta({ description: 'Of those completed in the last hour; null without any' }),
    oldest_age_ms: z.int().nullable().meta({ description: 'Since the oldest pending message was put there; null without any' }),
    drained: z.int().meta({ description: 'Acknowledged in drain mode without being processed, as far as their state is kept' }),
    consumers: z.int().meta({ description: 'Living processes that take messages off the queue' }),
    concurrency: z.int(),
    batch: z.int(),
    max_retries: z.int(),
  })
  .meta({ id: 'QueueMetrics' });

export const QueueMetricsResponse = z.object({ success: z.boolean(), drain_mode: z.boolean(), queues: z.array(QueueMetrics) });

export function toQueueMetricsBody(metrics: readonly MetricsOfQueue[], isDraining: boolean): z.infer<typeof QueueMetricsResponse> {
  return { success: true, drain_mode: isDraining, queues: metrics.map(toMetricsBody) };
}

function toMetricsBody({ queue, ...metrics }: MetricsOfQueue): z.infer<typeof QueueMetrics> {
  return {
    name: queue.name,
    queue: queue.name,
    summary: queue.summary,
    pending: metrics.pending,
    processing: metrics.processing,
    completed_last_hour: metrics.completed,
    failed_last_hour: metrics.failed,
    avg_processing_time_ms: metrics.avgMs === undefined ? null : Math.round(metrics.avgMs * 10) / 10,
    oldest_age_ms: metrics.oldestAgeMs ?? null,
    drained: metrics.drained,
    consumers: metrics.consumers,
    concurrency: queue.concurrency,
    batch: queue.batch,
    max_retries: queue.maxRetries,
  };
}

const Counts = z.record(z.string(), z.int());

export const QueueStatusResponse = z.object({
  success: z.boolean(),
  last_24h: z
    .object({
      total_jobs: z.int(),
      by_platform: Counts,
      by_category: Counts,
      apps_discovered: z.int().meta({ description: 'Apps that became known, however they were read' }),
      apps_updated: z.int().meta({ description: 'Apps known before of which the store changed something' }),
      errors: z.int(),
    })
    .meta({ description: 'Messages that read from app stores and ended' }),
  queue: z
    .object({ pending: z.int(), processing: z.int(), completed: z.int(), failed: z.int() })
    .meta({ description: 'Messages of all queues; `completed` and `failed` in the last 24 hours. Dead letters are counted in `queues`.' }),
  rate_limiting: z
    .object({ store_a_delay_seconds: z.number(), store_b_delay_seconds: z.number(), current_concurrency: z.int() })
    .meta({ description: 'Between two requests to one app store, and requests to it at once' }),
  queues: z.array(z.object({ name: z.string(), messages: z.int(), consumers: z.int() })),
});

export function toQueueStatusBody({ queues, crawls, apps, crawlLimits }: QueueStatus): z.infer<typeof QueueStatusResponse> {
  const living = queues.filter(({ queue }) => queue.name !== DEAD_LETTER_QUEUE);
  const sum = (figure: 'pending' | 'processing' | 'completed' | 'failed'): number =>
    living.reduce((total, each) => total + each[figure], 0);
  return {
    success: true,
    last_24h: {
      total_jobs: crawls.total,
      by_platform: { ...crawls.counts['platform'] },
      by_category: { ...crawls.counts['category_id'] },
      apps_discovered: apps.discovered,
      apps_updated: apps.updated,
      errors: crawls.failed,
    },
    queue: { pending: sum('pending'), processing: sum('processing'), completed: sum('completed'), failed: sum('failed') },
    rate_limiting: {
      store_a_delay_seconds: crawlLimits.delaySeconds.store_a,
      store_b_delay_seconds: crawlLimits.delaySeconds.store_b,
      current_concurrency: crawlLimits.concurrency,
    },
    queues: queues.map(({ queue, pending, processing, consumers }) => ({ name: queue.name, messages: pending + processing, consumers })),
  };
}

export const DeadLettersQuery = z.object({
  queue: nameField().optional(),
  type: nameField().optional().meta({ description: 'Workflow type' }),
  since: instantParam().optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});
export const DeadLetterParams = z.object({ id: idField() });

const DeadLetterBody = z
  .object({
    id: z.string(),
    queue: z.string(),
    workflow: z.string(),
    title: z.string().meta({ description: TITLE }),
    workflow_id: z.string(),
    payload: z.unknown(),
    error: z.string(),
    attempts: z.int(),
    failed_at: z.string(),
    retried_at: z.string().nullable(),
  })
  .meta({ id: 'DeadLetter' });

export const DeadLettersResponse = z.object({ success: z.boolean(), dead_letters: z.array(DeadLetterBody), pagination: Pagination });
export const RetryDeadLetterResponse = z.object({
  success: z.boolean(),
  id: z.string(),
  workflow_id: z.string(),
  status: z.enum(['queued']),
});

export function toDeadLetterBody(letter: DeadLetter, nameOf: NameWorkflow): z.infer<typeof DeadLetterBody> {
  return toBody(DeadLetterBody, { ...letter, title: nameOf(letter.workflow, letter.payload), payload: letter.payload ?? null });
}

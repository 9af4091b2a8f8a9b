import type { MessageKind } from '#workflows/queues/messages.ts';
import type { Queue } from '#workflows/queues/queues.ts';

export const analyticsCopies: Queue = {
  name: 'analytics-copies',
  summary: 'copying to ClickHouse what it lacks, one run at a time',
  concurrency: 1,
  isExclusive: true,
};
const analyticsIngestion: Queue = {
  name: 'analytics-ingestion',
  summary: 'rows for the analytics store',
  concurrency: 1,
  batch: 100,
};

const ingestAnalytics: MessageKind = {
  kind: 'ingest_analytics',
  workflow: 'analytics-ingest',
  queue: analyticsIngestion,
  summary: 'append rows to the analytics store',
};

export const queues = [analyticsIngestion, analyticsCopies];
export const messages = [ingestAnalytics];

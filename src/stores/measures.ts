import { defineCounter } from '#kernel/telemetry/measure.ts';

/** What is counted of the stores (docs/diagnostics.md, "Metrics"); figures that are read and not counted are in `telemetry/observe-stores.ts`. */

export const cacheLookups = defineCounter('sightline_cache_lookups_total', 'Look-ups in the cache by whether something was there');
export const shippedRows = defineCounter('sightline_outbox_shipped_rows_total', 'Rows shipped to ClickHouse by table');
export const shippingFailures = defineCounter('sightline_outbox_failures_total', 'Shipments to ClickHouse that failed, by table');
export const clickHouseFaults = defineCounter(
  'sightline_clickhouse_faults_total',
  'Questions that ClickHouse left unanswered or answered with a failure of its own, by kind',
);

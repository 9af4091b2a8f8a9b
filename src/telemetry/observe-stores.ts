import type { Meter } from '@opentelemetry/api';
import { measureLag } from '#stores/outbox-batches.ts';
import type { Postgres } from '#stores/postgres/types.ts';

/** The store is asked at most once in this time, however often the metrics are read. */
const FRESH_MS = 1_000;

/**
 * Gauges of this process's connections, and of the outbox. All processes share the outbox and report
 * the same value, so do not sum it over processes.
 * @returns what ends the observation
 */
export function observeStores(meter: Meter, postgres: Postgres): () => void {
  const { pool } = postgres;
  const connections = meter.createObservableGauge('sightline_db_connections', {
    description: 'Connections to PostgreSQL of this process by state',
  });
  const limit = meter.createObservableGauge('sightline_db_connections_max', {
    description: 'The most connections to PostgreSQL that this process opens for requests and steps',
  });
  const waiting = meter.createObservableGauge('sightline_db_waiting_callers', {
    description: 'Callers that wait for a connection to PostgreSQL',
  });
  const rows = meter.createObservableGauge('sightline_outbox_rows', { description: 'Rows that wait to be shipped to ClickHouse' });
  const age = meter.createObservableGauge('sightline_outbox_oldest_age_seconds', {
    description: 'Age of the oldest row that waits to be shipped to ClickHouse, 0 when none waits',
  });

  const poolGauges = [connections, limit, waiting];
  const outboxGauges = [rows, age];
  const observePool: Parameters<Meter['addBatchObservableCallback']>[0] = (result) => {
    result.observe(connections, pool.totalCount - pool.idleCount, { state: 'busy' });
    result.observe(connections, pool.idleCount, { state: 'idle' });
    result.observe(limit, pool.options.max);
    result.observe(waiting, pool.waitingCount);
  };
  const readLag = remember(() => measureLag(postgres));
  // A store that does not answer leaves these two out; the reader waits for them only so long.
  const observeOutbox: Parameters<Meter['addBatchObservableCallback']>[0] = async (result) => {
    const lag = await readLag();
    result.observe(rows, lag.rows);
    result.observe(age, lag.oldestAgeSeconds);
  };
  meter.addBatchObservableCallback(observePool, poolGauges);
  meter.addBatchObservableCallback(observeOutbox, outboxGauges);
  return () => {
    meter.removeBatchObservableCallback(observePool, poolGauges);
    meter.removeBatchObservableCallback(observeOutbox, outboxGauges);
  };
}

function remember<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > FRESH_MS) last = { at: performance.now(), value: ask() };
    return last.value;
  };
}

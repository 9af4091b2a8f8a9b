import { monitorEventLoopDelay } from 'node:perf_hooks';
import { metrics, type Meter, type ObservableResult } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { defineCounter, defineHistogram, METER } from '#kernel/telemetry/measure.ts';
import { readVersion } from '../version.ts';

/** What the service counts of itself, readable in the text format of Prometheus. */
export interface Metrics {
  /** Makes further instruments: counters, histograms, gauges with a callback. */
  readonly meter: Meter;
  recordRequest(request: { route: string; method: string; status: number; durationMs: number }): void;
  /** All instruments as Prometheus text. */
  read(): Promise<string>;
  close(): Promise<void>;
}

const requests = defineCounter('http_server_requests_total', 'Requests by route, method and status');
/** Without the status: each one would be another fifteen lines, and all of them together more than a reading may be. */
const durations = defineHistogram('http_server_request_duration_seconds', 'How long requests took, by route and method');
/** Who was refused: the tier of the key, or `address` for requests without a valid key. */
export const rateRefusals = defineCounter('sightline_rate_limit_refusals_total', 'Requests refused for being too many, by tier');

/** Gauges that ask a store get so long; without an answer they are left out. */
const READ_TIMEOUT_MS = 2_000;
const DELAY_RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const MILLISECONDS = 1e3;

/** One registry for a process. Made before anything counts. */
export function makeMetrics(role = 'all'): Metrics {
  // Only the reader is used: it listens nowhere, the service answers at /metrics itself.
  const reader = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [reader] });
  // Other parts of the process count through the API and need not be handed the meter.
  metrics.setGlobalMeterProvider(provider);
  const meter = provider.getMeter(METER);
  // No prefix and no time stamps; neither the labels of the library nor its `target_info`.
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  const delay = observeProcess(meter, role);
  return {
    meter,
    recordRequest: ({ route, method, status, durationMs }) => {
      requests.add(1, { route, method, status });
      durations.record(durationMs / 1000, { route, method });
    },
    async read() {
      const { resourceMetrics } = await reader.collect({ timeoutMillis: READ_TIMEOUT_MS });
      return serializer.serialize(resourceMetrics);
    },
    async close() {
      delay.disable();
      if (metrics.getMeterProvider() === provider) metrics.disable();
      await provider.shutdown();
    },
  };
}

function observeProcess(meter: Meter, role: string) {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const gauge = (name: string, description: string, observe: (result: ObservableResult) => void) =>
    meter.createObservableGauge(name, { description }).addCallback(observe);
  const counter = (name: string, description: string, read: () => number) =>
    meter.createObservableCounter(name, { description }).addCallback((result) => result.observe(read()));
  gauge('sightline_info', 'Always 1, with what runs here', (result) =>
    result.observe(1, { version: readVersion(), node: process.versions.node, role }),
  );
  gauge('process_resident_memory_bytes', 'Resident memory', (result) => result.observe(process.memoryUsage.rss()));
  gauge('process_heap_used_bytes', 'Memory of the JavaScript heap in use', (result) => result.observe(process.memoryUsage().heapUsed));
  gauge('process_uptime_seconds', 'Time since the start', (result) => result.observe(process.uptime()));
  counter('process_cpu_seconds_total', 'Processor time used since the start', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROSECONDS;
  });
  counter(
    'sightline_event_loop_busy_seconds_total',
    'Time in which the event loop was at work; its rate is the share of one processor',
    () => performance.eventLoopUtilization().active / MILLISECONDS,
  );
  gauge('sightline_event_loop_delay_seconds', 'How late the event loop ran since the last reading, by quantile', (result) => {
    for (const quantile of [0.5, 0.99, 1]) {
      const value = delay.count === 0 ? 0 : delay.percentile(quantile * 100) / NANOSECONDS;
      result.observe(value, { quantile: String(quantile) });
    }
    delay.reset();
  });
  return delay;
}

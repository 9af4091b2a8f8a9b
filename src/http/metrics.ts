import { monitorEventLoopDelay } from 'node:perf_hooks';
import { metrics, type Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

/** What the service counts of itself, readable in the text format of Prometheus. */
export interface Metrics {
  /** Makes further instruments: counters, histograms, gauges with a callback. */
  readonly meter: Meter;
  recordRequest(request: { route: string; method: string; status: number; durationMs: number }): void;
  /** All instruments as Prometheus text. */
  read(): Promise<string>;
  close(): Promise<void>;
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DELAY_RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/** One registry for a process. */
export function makeMetrics(): Metrics {
  // Only the reader is used: it listens nowhere, the service answers at /metrics itself.
  const reader = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [reader] });
  // Other parts of the process count through the API and need not be handed the meter.
  metrics.setGlobalMeterProvider(provider);
  const meter = provider.getMeter('sightline');
  const serializer = new PrometheusSerializer();
  const delay = observeProcess(meter);
  const requests = meter.createHistogram('http_server_request_duration_seconds', {
    description: 'Requests by route, method and status',
    advice: { explicitBucketBoundaries: BUCKETS_SECONDS },
  });
  return {
    meter,
    recordRequest: ({ route, method, status, durationMs }) => requests.record(durationMs / 1000, { route, method, status }),
    async read() {
      const { resourceMetrics } = await reader.collect();
      return serializer.serialize(resourceMetrics);
    },
    async close() {
      delay.disable();
      metrics.disable();
      await provider.shutdown();
    },
  };
}

function observeProcess(meter: Meter) {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const observe = (name: string, description: string, read: () => number) =>
    meter.createObservableGauge(name, { description }).addCallback((result) => result.observe(read()));
  observe('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  observe('process_heap_used_bytes', 'Memory of the JavaScript heap in use', () => process.memoryUsage().heapUsed);
  observe(
    'process_cpu_seconds',
    'Processor time used since the start',
    () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  );
  observe('process_uptime_seconds', 'Time since the start', () => process.uptime());
  observe('event_loop_delay_p99_seconds', 'How late the event loop runs, 99th percentile since the last reading', () => {
    const value = delay.count === 0 ? 0 : delay.percentile(99) / NANOSECONDS;
    delay.reset();
    return value;
  });
  return delay;
}

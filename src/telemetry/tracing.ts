import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '#kernel/logger.ts';
import { defineCounter, METER } from '#kernel/telemetry/measure.ts';
import type { Redact } from '#kernel/telemetry/redact.ts';
import { makeSpans, type Spans } from '#kernel/telemetry/spans.ts';
import { within } from '#kernel/within.ts';

/** Spans that wait to be sent; further ones are dropped, so that a collector that is away costs no memory. */
const QUEUE_MAX = 4_096;
const EXPORT_TIMEOUT_MS = 5_000;
const EXPORTS_AT_ONCE = 2;
/** Flush timeout at the stop; spans that are not sent by then are lost. */
const CLOSE_MS = 1_000;
const SUCCESS = 0;

const sentSpans = defineCounter('sightline_trace_spans_total', 'Spans by whether the collector took them');

export interface TracingOptions {
  /** Base address of an OTLP collector over HTTP, for example `http://127.0.0.1:4318`. */
  readonly endpoint: string;
  /** Share of traces that are kept, 0 to 1. A caller's `traceparent` decides for its own trace. */
  readonly share: number;
  readonly version: string;
  readonly role: string;
  readonly redact: Redact;
  readonly logger: Logger;
}

export interface Tracing {
  readonly spans: Spans;
  /** Sends what waits, for at most a second. */
  close(): Promise<void>;
}

/**
 * Sends spans to a collector. Loaded only when one is named. Nothing is registered for the whole
 * process, so that no library begins to make spans, or to send our ids to others, by itself.
 */
export function openTracing({ endpoint, share, version, role, redact, logger }: TracingOptions): Tracing {
  const url = `${endpoint.replace(/\/+$/u, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS, concurrencyLimit: EXPORTS_AT_ONCE });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'sightline', 'service.version': version, 'sightline.role': role }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: tellTrouble(exporter, logger), maxQueueSize: QUEUE_MAX })],
  });
  return {
    spans: makeSpans(provider.getTracer(METER, version), redact),
    async close() {
      await within(CLOSE_MS, provider.shutdown()).catch(() => undefined);
    },
  };
}

/** One line when spans begin to get lost and one when they arrive again: a collector that is away is no news each time. */
function tellTrouble(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isTroubled = false;
  return {
    export(batch, done) {
      exporter.export(batch, (result) => {
        const code: number = result.code;
        const isSent = code === SUCCESS;
        sentSpans.add(batch.length, { outcome: isSent ? 'sent' : 'lost' });
        if (!isSent && !isTroubled) logger.warn({ error: result.error?.message }, 'traces do not reach the collector and are lost');
        if (isSent && isTroubled) logger.info('traces reach the collector again');
        isTroubled = !isSent;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

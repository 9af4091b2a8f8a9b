import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Link,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { messageOf } from '../errors.ts';
import type { Redact } from './redact.ts';
import { findScope, runInScope } from '../work-scope.ts';

/** Attributes of a span; `undefined` is left out, and texts are redacted. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanPlan {
  readonly name: string;
  /** `server`: answers a request; `client`: calls an outside service; `consumer`: works on a queued message. */
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** A W3C `traceparent` of whom this one continues. Else it belongs under the span of the scope. */
  readonly traceparent?: string | undefined;
  /** A `traceparent` of what caused this one without waiting for it. It begins a trace of its own. */
  readonly causedBy?: string | undefined;
}

/** A span that has begun and not ended. */
export interface OpenSpan {
  readonly span: Span;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  fail(message: string): void;
  end(): void;
}

/** Makes spans while traces are on (docs/configuration.md, `OTEL_EXPORTER_OTLP_ENDPOINT`), else does nothing. */
export interface Spans {
  begin(plan: SpanPlan): OpenSpan | undefined;
  /** Runs work inside a span of its own; what it throws marks the span as failed and is thrown on. */
  run<Result>(plan: SpanPlan, work: (span: OpenSpan | undefined) => Promise<Result>): Promise<Result>;
  /** The `traceparent` of the kept span that the caller is inside of, for work that begins later. */
  findTraceparent(): string | undefined;
}

export const NO_SPANS: Spans = {
  begin: () => undefined,
  run: (_plan, work) => work(undefined),
  findTraceparent: () => undefined,
};

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };

export function makeSpans(tracer: Tracer, redact: Redact): Spans {
  const begin = ({ name, kind, attributes = {}, traceparent, causedBy }: SpanPlan): OpenSpan => {
    const cause = parseTraceparent(causedBy);
    const links: Link[] = cause === undefined ? [] : [{ context: cause }];
    const options = { kind: KINDS[kind], attributes: clean(attributes, redact), links, root: cause !== undefined };
    const span = tracer.startSpan(redact(name), options, findParent(traceparent));
    return {
      span,
      rename: (to) => void span.updateName(redact(to)),
      set: (more) => void span.setAttributes(clean(more, redact)),
      fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message: redact(message) }),
      end: () => span.end(),
    };
  };
  return {
    begin,
    async run(plan, work) {
      const open = begin(plan);
      try {
        return await runInScope({ fields: {}, ...findScope(), span: open.span }, () => work(open));
      } catch (error) {
        open.fail(messageOf(error));
        throw error;
      } finally {
        open.end();
      }
    },
    findTraceparent: () => toTraceparent(findScope()?.span),
  };
}

function findParent(traceparent: string | undefined) {
  const remote = parseTraceparent(traceparent);
  if (remote !== undefined) return trace.setSpanContext(ROOT_CONTEXT, remote);
  const span = findScope()?.span;
  return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
}

function clean(attributes: SpanAttributes, redact: Redact): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? redact(value) : value]],
    ),
  );
}

/** W3C Trace Context, version 00 and what later ones begin with; anything else is as good as nothing. */
function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const match = /^(?!ff)[0-9a-f]{2}-(?<trace>[0-9a-f]{32})-(?<span>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:$|-)/u.exec(header ?? '');
  const { trace: traceId = '', span: spanId = '', flags = '' } = match?.groups ?? {};
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

function toTraceparent(span: Span | undefined): string | undefined {
  if (span === undefined) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  if ((traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

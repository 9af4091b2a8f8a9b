import type { TestContext } from 'node:test';
import { openReceiver } from './webhook-receiver.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** 2: failed. */
  readonly status: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface WireValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
interface WireSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'links'> {
  readonly attributes: readonly { readonly key: string; readonly value: WireValue }[];
  readonly status: { readonly code?: number };
  readonly links?: ReceivedSpan['links'];
}
interface WireBody {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[] }[];
}

/** A collector of OTLP over HTTP in JSON. */
export async function openOtlpReceiver(t: TestContext) {
  const receiver = await openReceiver(t);
  return {
    url: receiver.url,
    /** Everything that came, as text. */
    readText: () => receiver.received.map(({ body }) => body.toString('utf8')).join('\n'),
    listPaths: () => receiver.received.map(({ method, path }) => `${method} ${path}`),
    waitFor: receiver.waitFor,
    answerWith: receiver.answerWith,
    listSpans: (): ReceivedSpan[] =>
      receiver.received.flatMap(({ body }) =>
        (JSON.parse(body.toString('utf8')) as WireBody).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map(toSpan)),
        ),
      ),
  };
}

function toSpan({ attributes, status, links = [], ...span }: WireSpan): ReceivedSpan {
  const values = attributes.map(({ key, value }) => [
    key,
    value.stringValue ?? value.boolValue ?? (value.intValue === undefined ? value.doubleValue : Number(value.intValue)),
  ]);
  return { ...span, status: status.code ?? 0, links, attributes: Object.fromEntries(values) as Record<string, unknown> };
}

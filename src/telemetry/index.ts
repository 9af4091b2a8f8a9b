import type { Config } from '#config';
import type { Logger } from '#kernel/logger.ts';
import type { Redact } from '#kernel/telemetry/redact.ts';
import { NO_SPANS, type Spans } from '#kernel/telemetry/spans.ts';
import { readVersion } from '../version.ts';

export { observeStores } from './observe-stores.ts';

interface SpanTools {
  readonly redact: Redact;
  readonly logger: Logger;
  readonly closers: (() => unknown)[];
}

/** Spans as the configuration wants them; the libraries for it are loaded only when it wants any. */
export async function openSpans({ traces, role }: Config, { redact, logger, closers }: SpanTools): Promise<Spans> {
  const { endpoint, share } = traces;
  if (endpoint === undefined) return NO_SPANS;
  const { openTracing } = await import('./tracing.ts');
  const tracing = openTracing({ endpoint, share, version: readVersion(), role, redact, logger });
  closers.push(() => tracing.close());
  return tracing.spans;
}

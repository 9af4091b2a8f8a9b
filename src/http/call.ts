import type { Logger } from '#kernel/logger.ts';
import type { OpenSpan } from '#kernel/telemetry/spans.ts';
import type { Actor } from '#kernel/work-scope.ts';
import type { Credentials } from './callers/credentials.ts';
import type { Caller } from './caller.ts';

/**
 * One call of an endpoint, whichever way it came: what the engine needs to know of it, and nothing of a
 * framework. Over HTTP it is a view of the request (`request-call.ts`), else a plain value (`invoke.ts`).
 */
export interface Call extends Credentials {
  /** Goes into log lines and the answer. */
  readonly id: string;
  /** Values of the path's `{name}` parameters, as text. */
  readonly params: unknown;
  /** As text; a parameter that is given twice is a list. */
  readonly query: unknown;
  /** JSON as it was parsed, or bytes where the endpoint takes them; unknown until the call is admitted. */
  readonly body: unknown;
  /** Where the call came from, behind proxies that are trusted. */
  readonly address: string;
  /** The other end of the connection; without one the call did not come from a program on this machine. */
  readonly peerAddress: string | undefined;
  /** Aborts when the answer is not wanted any more. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** While traces are on. */
  readonly span: OpenSpan | undefined;
  /** Set when the call is admitted. */
  caller: Caller | undefined;
  /** Who acts, while a call that may change something is answered. */
  actor: Actor | undefined;
  /** What the endpoint adds to the audit entry of this call. */
  auditSubject: Readonly<Record<string, unknown>> | undefined;
  /** The short text of what went wrong, for the log line. */
  failure: string | undefined;
}

/** Takes headers of whatever the answer will be, of refusals too. */
export interface HeaderSink {
  header(name: string, value: string | number): unknown;
}

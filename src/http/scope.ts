import { runInScope } from '#kernel/work-scope.ts';
import { mayChange, toActor } from './audit.ts';
import { ANONYMOUS } from './auth.ts';
import { ownerOf } from './caller.ts';
import type { Call } from './call.ts';
import type { Drain } from './serving/drain.ts';
import type { Endpoint, RequestScope } from './endpoint.ts';
import type { Tokens } from './callers/jwt.ts';
import type { Metrics } from './metrics.ts';
import type { InvokeOperation } from './operations.ts';

export interface ScopeParts {
  readonly metrics: Metrics;
  readonly tokens: Tokens;
  readonly attempts: RequestScope['attempts'];
  readonly forgetKey: RequestScope['forgetKey'];
  readonly drain: Drain;
  readonly invokeFor: (call: Call) => InvokeOperation;
}

/** The application context with what belongs to one call. The abort signal is made when it is asked for. */
export function makeCallContext<Context extends object>(
  context: Context,
  call: Call,
  { metrics, tokens, attempts, forgetKey, drain, invokeFor }: ScopeParts,
): Context & RequestScope {
  let signal: AbortSignal | undefined;
  return {
    ...context,
    caller: call.caller ?? ANONYMOUS,
    requestId: call.id,
    log: call.log,
    client: {
      address: call.address,
      agent: call.headers['user-agent']?.toString(),
      host: call.headers['host']?.toString(),
      cookies: call.headers['cookie']?.toString(),
    },
    metrics,
    tokens,
    attempts,
    headerOf: (name) => [call.headers[name]].flat()[0],
    forgetKey,
    invoke: invokeFor(call),
    isStopping: drain.isStopping,
    get signal() {
      signal ??= AbortSignal.any([drain.signal, call.signal]);
      return signal;
    },
  };
}

/**
 * What happens inside is known as the call's own, in log lines and spans, waits in its caller's name, and is recorded as the caller's
 * change.
 */
export function runForCall<Result>(endpoint: Endpoint<never>, call: Call, work: () => Result): Result {
  const { id, span, caller = ANONYMOUS } = call;
  if (mayChange(endpoint)) call.actor = toActor(endpoint, call);
  return runInScope({ fields: { request_id: id }, owner: ownerOf(caller), isRequest: true, span: span?.span, actor: call.actor }, work);
}

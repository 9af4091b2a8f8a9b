import type { FastifyReply, FastifyRequest } from 'fastify';
import { runInScope } from '#kernel/work-scope.ts';
import { ANONYMOUS } from './auth.ts';
import type { RequestScope } from './endpoint.ts';
import type { Tokens } from './jwt.ts';
import type { Metrics } from './metrics.ts';

export interface ScopeParts {
  readonly metrics: Metrics;
  readonly tokens: Tokens;
  readonly forgetKey: RequestScope['forgetKey'];
  /** Aborts when the server has waited long enough for running requests. */
  readonly stopping: AbortSignal;
}

/** The application context with what belongs to one request. The abort signal is made when somebody asks for it. */
export function makeRequestContext<Context extends object>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, tokens, forgetKey, stopping }: ScopeParts,
): Context & RequestScope {
  let signal: AbortSignal | undefined;
  return {
    ...context,
    caller: request.caller ?? ANONYMOUS,
    requestId: request.id,
    // The framework's logger is the one that was handed to it, with the request id bound.
    log: request.log as RequestScope['log'],
    metrics,
    tokens,
    forgetKey,
    get signal() {
      signal ??= AbortSignal.any([stopping, hangUpSignal(reply)]);
      return signal;
    },
  };
}

/** What happens inside is known as the request's own, in log lines and spans. */
export function runForRequest<Result>({ id, span }: FastifyRequest, work: () => Result): Result {
  return runInScope({ fields: { request_id: id }, span: span?.span }, work);
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

import { newId } from '#kernel/ids.ts';
import type { Logger } from '#kernel/logger.ts';
import type { Caller } from '../caller.ts';
import type { RequestScope } from '../endpoint.ts';

/** What lists are read with outside of a request. What belongs to a connection is not there, and using it is a fault of ours. */
export function makeReadContext<Context extends { readonly logger: Logger }>(
  context: Context,
  caller: Caller,
  signal: AbortSignal,
): Context & RequestScope {
  const scope = makeReadScope(caller, { logger: context.logger, signal });
  // A spread would read what only throws.
  return Object.defineProperties({ ...context }, Object.getOwnPropertyDescriptors(scope)) as Context & RequestScope;
}

function makeReadScope(caller: Caller, { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal }): RequestScope {
  const missing = (): never => {
    throw new TypeError('a list that is read outside of a request used its connection');
  };
  return {
    caller,
    requestId: newId('req_'),
    signal,
    isStopping: false,
    client: { address: 'export', agent: undefined, host: undefined, cookies: undefined },
    headerOf: () => undefined,
    log: logger,
    forgetKey: missing,
    invoke: missing,
    get attempts() {
      return missing();
    },
    get metrics() {
      return missing();
    },
    get tokens() {
      return missing();
    },
  };
}

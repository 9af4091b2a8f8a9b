import type { Logger } from '#kernel/logger.ts';
import type { Call } from './call.ts';
import type { Endpoint, Method } from './endpoint.ts';
import type { FinalReply } from './idempotency.ts';
import { makeInvoke, type CallInput } from './invoke.ts';
import type { ServedEndpoint } from './serving/served-endpoint.ts';

/** An endpoint by its method and path, as the document has them. */
export type Operation = `${Method} /${string}`;

/** What an operation is called with. */
export type OperationInput = Pick<CallInput, 'params' | 'query' | 'body' | 'headers'>;

/**
 * Calls another operation in the name of the caller, who needs the same rights as over HTTP. Failures are answers too.
 * @throws TypeError when the service has no such operation
 */
export type InvokeOperation = (operation: Operation, input?: OperationInput) => Promise<FinalReply>;

/** @param served may be filled later: it is read when something is called */
export function makeOperations(served: ReadonlyMap<Endpoint<never>, ServedEndpoint>, logger: Logger) {
  const invoke = makeInvoke(served, logger);
  let byName: ReadonlyMap<string, Endpoint<never>> | undefined;
  return (call: Call): InvokeOperation =>
    async (operation, input = {}) => {
      byName ??= new Map([...served.keys()].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
      const endpoint = byName.get(operation);
      if (endpoint === undefined) throw new TypeError(`there is no operation ${operation}`);
      const { address, signal } = call;
      // The key in the headers is what opens secrets of kept answers; the caller is known without it.
      return await invoke(endpoint, call.caller, { address, signal, ...input, headers: { ...keyOf(call), ...input.headers } });
    };
}

function keyOf({ headers }: Call): Call['headers'] {
  const { authorization, 'x-api-key': key, 'user-agent': agent } = headers;
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(agent === undefined ? {} : { 'user-agent': agent }),
  };
}

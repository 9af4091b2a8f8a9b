import { ApiError, UNREACHED } from './api-error.ts';
import { askOnce, type AskOptions, type Operation } from './ask-once.ts';
import { lookForService } from './reach.ts';
import { whileWaiting } from './waiting.ts';

/**
 * Calls a function of the generated client, once, and makes known when it takes long and when the service is not there.
 * @param options with a `signal` the person can give up the answer; without one it is a change
 * @throws ApiError what the service said when it refused or failed; status 0 when it did not answer
 */
export async function askWatched<Options, Data>(
  operation: Operation<Options, Data>,
  options: Options,
  more?: AskOptions<Data>,
): Promise<NonNullable<Data>> {
  const { signal: given } = options as { readonly signal?: AbortSignal };
  return await whileWaiting(given, async (signal) => {
    try {
      return await askOnce(operation, signal ? { ...options, signal } : options, more);
    } catch (error) {
      if (error instanceof ApiError && error.status === UNREACHED && signal?.aborted !== true) await lookForService();
      throw error;
    }
  });
}

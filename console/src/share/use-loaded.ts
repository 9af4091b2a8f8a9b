import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '#data/answers/api-error.ts';
import type { Operation } from '#data/answers/ask-once.ts';
import { askWatched } from '#data/answers/ask-watched.ts';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';

export interface Loaded<Data> {
  /** Kept while newer data is on its way, and when it does not arrive. */
  readonly data: Data | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  /** Loads again. */
  readonly retry: () => void;
}

/**
 * Loads at first, whenever `key` changes, when a service that refused wants to be asked again, and when one that could not be
 * reached is back. Older answers never take the place of newer ones.
 */
export function useLoaded<Options extends object, Data>(
  operation: Operation<Options & { readonly signal: AbortSignal }, Data>,
  options: Options,
  key = '',
): Loaded<NonNullable<Data>> {
  const [state, setState] = useState<Omit<Loaded<NonNullable<Data>>, 'retry'>>({ data: undefined, error: undefined, isLoading: true });
  const [tries, setTries] = useState(0);
  const isThere = useStore(isReached);
  const load = useEffectEvent((signal: AbortSignal) => askWatched(operation, { ...options, signal }));
  useEffect(() => {
    if (!isThere) return undefined;
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    void load(abort.signal).then(
      (data) => !abort.signal.aborted && setState({ data, error: undefined, isLoading: false }),
      (error: unknown) => !abort.signal.aborted && setState(({ data }) => ({ data, error: error as ApiError, isLoading: false })),
    );
    return () => abort.abort();
  }, [key, tries, isThere]);
  const retryAt = state.error?.retryAt;
  useEffect(() => {
    if (retryAt === undefined) return undefined;
    const timer = setTimeout(() => setTries((count) => count + 1), Math.max(1, retryAt - Date.now()));
    return () => clearTimeout(timer);
  }, [retryAt]);
  return { ...state, isLoading: state.isLoading && isThere, retry: () => setTries((count) => count + 1) };
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '../data/api-error.ts';

export interface Loaded<Data> {
  /** Kept while newer data is on its way, and when it does not arrive. */
  readonly data: Data | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  /** Loads again. */
  readonly retry: () => void;
}

/**
 * Loads at first and whenever `key` changes. Older answers never take the place of newer ones.
 * @param load throws nothing but ApiError
 */
export function useLoaded<Data>(key: string, load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'retry'>>({ data: undefined, error: undefined, isLoading: true });
  const [tries, setTries] = useState(0);
  const run = useEffectEvent(load);
  useEffect(() => {
    const abort = new AbortController();
    const settle = (next: Pick<Loaded<Data>, 'error'> & { readonly data?: Data }): void => {
      if (!abort.signal.aborted) setState((before) => ({ data: before.data, ...next, isLoading: false }));
    };
    setState((before) => ({ ...before, isLoading: true }));
    void run(abort.signal).then(
      (data) => settle({ data, error: undefined }),
      (error: unknown) => settle({ error: error as ApiError }),
    );
    return () => abort.abort();
  }, [key, tries]);
  return { ...state, retry: () => setTries((count) => count + 1) };
}

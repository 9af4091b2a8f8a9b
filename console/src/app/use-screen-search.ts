import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type * as v from 'valibot';
import { parseSearch, type SearchSchema } from './screen.ts';

export interface ScreenSearch<Schema extends SearchSchema> {
  readonly search: v.InferOutput<Schema>;
  /** Changes some values of the address; `undefined` takes one away. */
  readonly setSearch: (changes: Partial<v.InferInput<Schema>>, options?: { readonly isNewEntry?: boolean }) => void;
}

/** The search parameters of the present address. */
export function useRawSearch(): Readonly<Record<string, unknown>> {
  return useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
}

/**
 * What the address of a screen holds, read by the screen's schema. Changes replace the present entry of
 * the browser's history unless a new entry is asked for, so that "back" leaves the screen.
 */
export function useScreenSearch<Schema extends SearchSchema>(schema: Schema): ScreenSearch<Schema> {
  const raw = useRawSearch();
  const navigate = useNavigate();
  const search = useMemo(() => parseSearch(schema, raw).values as v.InferOutput<Schema>, [schema, raw]);
  const setSearch = useCallback<ScreenSearch<Schema>['setSearch']>(
    (changes, { isNewEntry = false } = {}) => {
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => dropUnset({ ...before, ...changes })) as never,
        replace: !isNewEntry,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return { search, setSearch };
}

function dropUnset(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}

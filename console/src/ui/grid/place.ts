import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import * as v from 'valibot';

/** What the address holds of a grid. A screen with a grid spreads it into its own schema. */
export const gridSearch = {
  /** A column's id, with `-` in front to sort downwards. */
  sort: v.optional(v.pipe(v.string(), v.maxLength(80))),
  /** Ids of the columns shown, in their order. */
  columns: v.optional(v.pipe(v.string(), v.maxLength(2000))),
};

/** What the address holds of a list in pages. */
export const pagedSearch = {
  ...gridSearch,
  /** Rows before the page that is shown. */
  offset: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
};

export interface GridChoice {
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
}

/** Where a grid keeps its sort and its columns. */
export interface GridPlace extends GridChoice {
  set(change: GridChoice): void;
}

/** Keeps them in the address. */
export function useGridPlace(): GridPlace {
  const { sort, columns } = useSearch({ strict: false }) as GridChoice;
  const navigate = useNavigate();
  const set = useCallback(
    (change: GridChoice) => {
      void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return { sort, columns, set };
}

/** Keeps them as long as the screen is open: for a second grid of a screen. */
export function useLocalPlace(first: GridChoice = {}): GridPlace {
  const [choice, setChoice] = useState(first);
  const set = useCallback((change: GridChoice) => setChoice((before) => ({ ...before, ...change })), []);
  return { ...choice, set };
}

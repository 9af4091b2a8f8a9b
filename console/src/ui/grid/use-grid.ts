import { useCallback, useMemo, useState } from 'react';
import type { Column } from './columns/column.ts';
import { parseSort, sortRows, type Sort } from './columns/order.ts';
import type { GridPlace } from './place.ts';
import { NOTHING, extendTo, listSelected, toggleAll, toggleRow, type Selection } from './selection.ts';
import { fitShown } from './columns/fit-shown.ts';
import { defaultShown, parseShown, type Shown } from './columns/shown.ts';

export interface GridInput {
  readonly columns: readonly Column[];
  /** Number of all rows, before filters. */
  readonly count: number;
  /** Rows that match, in their own order; all of them unless given. */
  readonly matching?: Uint32Array | undefined;
  /** Names a row for good, also when the data changes. */
  readonly rowKey: (row: number) => string;
  readonly place: GridPlace;
  /** What the columns have together, in pixels; 0 is not known yet, and there is room for all. */
  readonly roomPx?: number;
}

/** A grid without its looks: which rows and columns are shown, what is selected, which row has the keyboard. */
export interface GridState {
  readonly rows: Uint32Array;
  /** What a reader sees: the picked columns, or the usual ones that there is room for. */
  readonly shown: readonly Shown[];
  readonly shownColumns: readonly Column[];
  /** Shown without a choice. */
  readonly usual: readonly Shown[];
  /** All chosen columns, whether there is room or not: what a file holds. */
  readonly chosenColumns: readonly Column[];
  readonly sort: Sort | undefined;
  readonly selected: readonly string[];
  readonly isSelected: (key: string) => boolean;
  /** Selects a row or takes it out; with `isRange` everything from the last choice to it. */
  readonly choose: (key: string, isRange: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
  /** The place of the row with the keyboard; -1 is none. */
  readonly active: number;
  readonly setActive: (place: number) => void;
}

export function useGrid({ columns, count, matching, rowKey, place, roomPx = 0 }: GridInput): GridState {
  const { rows, sort } = useRows({ columns, count, matching, place });
  const choice = useShown({ columns, place, roomPx }, sort);

  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [active, setActive] = useState(-1);
  // Keys of ten thousand rows are only wanted while something is selected.
  const listKeys = useCallback(() => Array.from(rows, rowKey), [rows, rowKey]);
  const selected = useMemo(() => (selection.keys.size === 0 ? [] : listSelected(selection, listKeys())), [selection, listKeys]);
  return {
    rows,
    ...choice,
    sort,
    selected,
    isSelected: (key) => selection.keys.has(key),
    choose: useCallback(
      (key: string, isRange: boolean) => setSelection((now) => (isRange ? extendTo(now, key, listKeys()) : toggleRow(now, key))),
      [listKeys],
    ),
    chooseAll: useCallback(() => setSelection((now) => toggleAll(now, listKeys())), [listKeys]),
    clear: useCallback(() => setSelection(NOTHING), []),
    active: Math.min(active, rows.length - 1),
    setActive,
  };
}

type Choice = Pick<GridState, 'shown' | 'shownColumns' | 'usual' | 'chosenColumns'>;

function useShown({ columns, place, roomPx = 0 }: Pick<GridInput, 'columns' | 'place' | 'roomPx'>, sort: Sort | undefined): Choice {
  const { columns: chosen } = place;
  const sortedId = sort?.id;
  return useMemo(() => {
    const usual = fitShown(defaultShown(columns), roomPx, sortedId);
    const shown = chosen ? parseShown(columns, chosen) : usual;
    const toColumnsOf = (all: readonly Shown[]): Column[] => all.flatMap(({ id }) => columns.filter((column) => column.id === id));
    return { usual, shown, shownColumns: toColumnsOf(shown), chosenColumns: toColumnsOf(parseShown(columns, chosen)) };
  }, [columns, chosen, roomPx, sortedId]);
}

function useRows({ columns, count, matching, place }: Omit<GridInput, 'rowKey'>): {
  readonly rows: Uint32Array;
  readonly sort: Sort | undefined;
} {
  const { sort: chosen } = place;
  return useMemo(() => {
    const kept = matching ?? Uint32Array.from({ length: count }, (_, row) => row);
    const sort = parseSort(chosen);
    const column = sort && columns.find(({ id }) => id === sort.id);
    return column ? { rows: sortRows(kept, column, sort.isDescending), sort } : { rows: kept, sort: undefined };
  }, [columns, count, matching, chosen]);
}

import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import type { GridState } from './use-grid.ts';

const PAGE_ROWS = 15;

export interface GridKeys {
  readonly grid: GridState;
  readonly rowKey: (row: number) => string;
  readonly canSelect: boolean;
  readonly onOpen?: ((row: number) => void) | undefined;
  /** Shows the row at a place. */
  readonly reveal: (place: number) => void;
}

/** Where a key leads from a place among `count` rows; undefined for other keys. */
export function moveFrom(key: string, place: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: PAGE_ROWS,
    PageUp: -PAGE_ROWS,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, place + step));
}

/** Handles keys while the grid has the keyboard: arrows, `j`, `k`, space, `x`, Enter, Escape. */
export function handleGridKey(event: KeyboardEvent<HTMLElement>, { grid, rowKey, canSelect, onOpen, reveal }: GridKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
  const row = grid.rows[grid.active];
  const to = moveFrom(event.key, grid.active, grid.rows.length);
  if (to !== undefined) {
    grid.setActive(to);
    reveal(to);
  } else if (canSelect && row !== undefined && [' ', 'x', 'X'].includes(event.key)) grid.choose(rowKey(row), event.shiftKey);
  else if (event.key === 'Enter' && row !== undefined && onOpen) onOpen(row);
  else if (event.key === 'Escape' && grid.selected.length > 0) grid.clear();
  else return;
  event.preventDefault();
}

/** `j` and `k` reach the grid when nothing has the keyboard. */
export function useReachByKeys(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const reach = (event: globalThis.KeyboardEvent): void => {
      if (document.activeElement === document.body && ['j', 'k'].includes(event.key)) element.current?.focus();
    };
    document.addEventListener('keydown', reach);
    return () => document.removeEventListener('keydown', reach);
  }, [element]);
}

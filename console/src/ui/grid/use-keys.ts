import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useShortcuts } from '#app/use-shortcut.ts';
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
function handleGridKey(event: KeyboardEvent<HTMLElement>, { grid, rowKey, canSelect, onOpen, reveal }: GridKeys): void {
  if (isHeld(event) || event.target !== event.currentTarget) return;
  const row = grid.rows[grid.active];
  if (move(event.key, { grid, reveal })) return event.preventDefault();
  if (canSelect && row !== undefined && [' ', 'x', 'X'].includes(event.key)) grid.choose(rowKey(row), event.shiftKey);
  else if (event.key === 'Enter' && row !== undefined && onOpen) onOpen(row);
  else if (event.key === 'Escape' && grid.selected.length > 0) grid.clear();
  else return;
  event.preventDefault();
}

/**
 * `j` and `k` reach the grid when nothing has the keyboard, and move in it at once.
 * @returns what handles the keys of the grid itself
 */
export function useGridKeys(element: RefObject<HTMLElement | null>, keys: GridKeys): (event: KeyboardEvent<HTMLElement>) => void {
  const latest = useRef(keys);
  latest.current = keys;
  const { canSelect, onOpen } = keys;
  useShortcuts([
    { keys: 'j', label: 'Next row' },
    { keys: 'k', label: 'Previous row' },
    ...(canSelect ? [{ keys: 'x', label: 'Select the row' }] : []),
    ...(onOpen ? [{ keys: 'Enter', label: 'Open the row' }] : []),
  ]);
  useEffect(() => {
    const reach = (event: globalThis.KeyboardEvent): void => {
      if (document.activeElement !== document.body || !['j', 'k'].includes(event.key) || isHeld(event)) return;
      element.current?.focus();
      move(event.key, latest.current);
    };
    document.addEventListener('keydown', reach);
    return () => document.removeEventListener('keydown', reach);
  }, [element]);
  return (event) => handleGridKey(event, keys);
}

function isHeld({ ctrlKey, metaKey, altKey }: Pick<globalThis.KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey;
}

/** @returns whether the key leads anywhere */
function move(key: string, { grid, reveal }: Pick<GridKeys, 'grid' | 'reveal'>): boolean {
  const to = moveFrom(key, grid.active, grid.rows.length);
  if (to === undefined) return false;
  grid.setActive(to);
  reveal(to);
  return true;
}

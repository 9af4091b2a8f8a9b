import type { ReactNode } from 'react';
import { Figure } from '../layout/figure.tsx';
import { toShown, type Column } from './columns/column.ts';

/** What a cell shows, with how it came about. */
export function toCell(column: Column, row: number): ReactNode {
  const shown = toShown(column, row);
  return column.reading ? <Figure text={shown} reading={column.reading(row)} /> : shown;
}

import type { ReactNode } from 'react';
import { Figure } from '../layout/figure.tsx';
import { toShown, type Column } from './columns/column.ts';

/** What a cell shows, with how it came about. */
export function toCell(column: Column, row: number): ReactNode {
  const shown = toShown(column, row);
  if (column.reading) return <Figure text={shown} reading={column.reading(row)} />;
  // What others wrote takes its own direction.
  return column.kind === 'text' && typeof shown === 'string' ? <bdi>{shown}</bdi> : shown;
}

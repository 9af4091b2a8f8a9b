import type { ReactNode } from 'react';
import { Figure } from '../layout/figure.tsx';
import type { Column } from './columns/column.ts';

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** What a cell shows: what its column draws, else its value, with how it came about. */
export function toCell(column: Column, row: number): ReactNode {
  const shown = toShown(column, row);
  return column.reading ? <Figure text={shown} reading={column.reading(row)} /> : shown;
}

function toShown(column: Column, row: number): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value(row);
  if (value === null) return '–';
  return typeof value === 'number' ? NUMBER.format(value) : value;
}

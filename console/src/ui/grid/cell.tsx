import type { ReactNode } from 'react';
import type { Column } from './column.ts';

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** What a cell shows: what its column draws, else its value. */
export function toCell(column: Column, row: number): ReactNode {
  if (column.render) return column.render(row);
  const value = column.value(row);
  if (value === null) return '–';
  return typeof value === 'number' ? NUMBER.format(value) : value;
}

import type { z } from 'zod';
import type { CsvRows } from '#http/endpoint.ts';
import { GRID_COLUMNS, type ColumnName } from '../grid/grid-columns.ts';
import type { GridResponse } from './grid.ts';

type GridBody = z.output<typeof GridResponse>;
const COLUMNS = Object.keys(GRID_COLUMNS) as ColumnName[];
/** Empty unless they are asked for. */
const GOOGLE_COLUMNS = ['clicks', 'impressions', 'google_position'] as const;

/** The grid without the columns that a caller is not shown. */
type ShownGrid = Omit<GridBody, 'columns'> & { readonly columns: Partial<GridBody['columns']> };

/** The grid as rows, with its lists written out and moments in ISO 8601; a tag is its name. The line of 30 days is left out. */
export const GRID_ROWS: CsvRows = {
  columns: [...COLUMNS, 'position_scale', ...GOOGLE_COLUMNS],
  listRows: ({ n, columns, lists, position_scale: scale, google }: ShownGrid) =>
    Array.from({ length: n }, (_none, at) => ({
      ...Object.fromEntries(COLUMNS.map((name) => [name, toValue(name, columns[name]?.[at], lists)])),
      position_scale: scale,
      ...Object.fromEntries(GOOGLE_COLUMNS.map((name) => [name, google?.[name][at] ?? null])),
    })),
};

function toValue(name: ColumnName, value: unknown, lists: GridBody['lists']): unknown {
  if (value === null || value === undefined) return null;
  const column = GRID_COLUMNS[name];
  if ('isMoment' in column) return new Date(value as number).toISOString();
  if (!('list' in column)) return value;
  const list = lists[column.list];
  return Array.isArray(value) ? value.map((index) => toText(list[index as number])) : toText(list[value as number]);
}

function toText(entry: string | { readonly name: string } | undefined): string | undefined {
  return typeof entry === 'object' ? entry.name : entry;
}

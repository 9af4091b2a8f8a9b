import type { z } from 'zod';
import type { CsvRows } from '#http/endpoint.ts';
import { GridColumns, type GridResponse } from './grid.ts';

type GridBody = z.output<typeof GridResponse>;
type ColumnName = keyof GridBody['columns'];

const COLUMNS = Object.keys(GridColumns.shape) as ColumnName[];

/** Columns whose entries are places in a list, which has another name where it serves several. */
const LIST_OF: Partial<Record<ColumnName, keyof GridBody['lists']>> = {
  engine: 'engine',
  channel: 'channel',
  language_code: 'language_code',
  device: 'device',
  status: 'status',
  movement: 'movement',
  domain: 'domain',
  page: 'page',
  target_page: 'page',
  target_domain: 'target_domain',
  features: 'feature',
  intent: 'intent',
  journey: 'journey',
  modifiers: 'modifier',
  tags: 'tag',
  depth_strategy: 'depth_strategy',
  check_interval: 'check_interval',
  error: 'error',
  provider: 'provider',
};
const MOMENTS: ReadonlySet<ColumnName> = new Set(['checked_at', 'failed_at', 'next_check_at', 'enriched_at']);

/** The grid as rows, with its lists written out and moments in ISO 8601; a tag is its name. The line of 30 days is left out. */
export const GRID_ROWS: CsvRows = {
  columns: COLUMNS,
  listRows: ({ n, columns, lists }: GridBody) =>
    Array.from({ length: n }, (_none, at) => Object.fromEntries(COLUMNS.map((name) => [name, toValue(name, columns[name][at], lists)]))),
};

function toValue(name: ColumnName, value: unknown, lists: GridBody['lists']): unknown {
  const list = LIST_OF[name];
  if (value === null || value === undefined) return null;
  if (MOMENTS.has(name)) return new Date(value as number).toISOString();
  if (list === undefined) return value;
  return Array.isArray(value) ? value.map((place) => toText(lists[list][place as number])) : toText(lists[list][value as number]);
}

function toText(entry: string | { readonly name: string } | undefined): string | undefined {
  return typeof entry === 'object' ? entry.name : entry;
}

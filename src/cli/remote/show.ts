import { toTable, type Column } from '../tables.ts';
import type { Json } from './remote-command.ts';

/** A column of a table: its head, and the cell of a row. */
export type ShownColumn = readonly [title: string, cell: (row: Json) => unknown, align?: Column['align']];

/** Rows as a table, or a sentence when there are none. */
export function showRows(columns: readonly ShownColumn[], rows: readonly Json[] | undefined, none: string): string {
  if (rows === undefined || rows.length === 0) return none;
  return toTable(
    columns.map(([title, , align = 'left']) => ({ title, align })),
    rows.map((row) => columns.map(([, cell]) => toCell(cell(row)))),
  );
}

/** A page of a list, and how to see the next one. */
export function showPage(
  columns: readonly ShownColumn[],
  rows: readonly Json[] | undefined,
  { pagination, none }: { pagination: Json; none: string },
): string {
  const table = showRows(columns, rows, none);
  if (pagination?.has_more !== true) return table;
  const next = Number(pagination.offset) + (rows?.length ?? 0);
  return `${table}\n\n${String(next)} of ${String(pagination.total)}; more with --offset ${String(next)}`;
}

/** Fields below each other. */
export function showFields(fields: readonly (readonly [name: string, value: unknown])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${toCell(value)}`.trimEnd()).join('\n');
}

const CELL_CHARS_MAX = 120;

/** One line, cut where it would push everything else away. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)).replaceAll(/\s+/gu, ' ');
  return text.length <= CELL_CHARS_MAX ? text : `${text.slice(0, CELL_CHARS_MAX - 3)}...`;
}

/** `2026-11-21T10:00:00.000Z` as `2026-11-21 10:00:00`. */
export function toMoment(value: unknown): string {
  const instant = typeof value === 'number' ? new Date(value).toISOString() : value;
  return typeof instant === 'string' ? instant.replace('T', ' ').replace(/(?:\.\d+)?Z$/u, '') : '';
}

import type { Column, Value } from './columns/column.ts';

/** Text that a spreadsheet would run as a formula; some read the wide signs too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/u;
/** A semicolon parts the cells where the comma stands in numbers. */
const NEEDS_QUOTES = /[",;\r\n]/u;

/** One line of CSV (RFC 4180). Texts that look like formulas get an apostrophe in front, so that no spreadsheet runs them. */
export function toCsvLine(values: readonly Value[]): string {
  return values.map((value) => toField(value)).join(',');
}

/** The columns that a reader has chosen, and those that tell rows apart, which stand behind the first. */
export function toCsvColumns(columns: readonly Column[], chosen: readonly Column[]): readonly Column[] {
  const keys = columns.filter((column) => column.isKey && !chosen.includes(column));
  return [...chosen.slice(0, 1), ...keys, ...chosen.slice(1)];
}

/** What is on screen as CSV: these columns, these rows, in this order. */
export function toCsv(columns: readonly Column[], rows: Iterable<number>): string {
  const lines = [toCsvLine(columns.map(({ title }) => title))];
  for (const row of rows) lines.push(toCsvLine(columns.map(({ csv, value }) => (csv ?? value)(row))));
  return `${lines.join('\r\n')}\r\n`;
}

function toField(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

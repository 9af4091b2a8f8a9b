/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

/**
 * A table as CSV (RFC 4180): the names of the columns, then a line for each row. What is unknown is empty. A text that
 * a spreadsheet would run as a formula begins with an apostrophe.
 */
export function toCsv<Name extends string>(columns: readonly Name[], rows: readonly Readonly<Record<Name, unknown>>[]): string {
  const lines = rows.map((row) => columns.map((name) => toCell(row[name])).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? value.join(' ') : (value as string);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

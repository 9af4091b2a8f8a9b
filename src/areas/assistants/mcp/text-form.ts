/**
 * An answer as a short text: a line for each plain field, and lists of objects as tables, whose column names are said once.
 * Made of the same value as the structured answer, so nothing stands in one and not in the other.
 */
export function toText(value: Readonly<Record<string, unknown>>): string {
  return Object.entries(value)
    .map(([name, field]) => (isTable(field) ? `${name}:\n${toTable(field)}` : `${name}: ${toPlain(field)}`))
    .join('\n');
}

type Row = Readonly<Record<string, unknown>>;

function isTable(field: unknown): field is readonly Row[] {
  return Array.isArray(field) && field.length > 0 && field.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
}

function toTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns.join(' | '), ...rows.map((row) => columns.map((column) => toCell(row[column])).join(' | '))].join('\n');
}

function toCell(value: unknown): string {
  return toPlain(value).replaceAll('|', '\\|').replaceAll(/\s+/gu, ' ');
}

function toPlain(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

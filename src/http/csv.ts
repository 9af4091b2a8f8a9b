/** How CSV is sent. */
export const CSV_TYPE = 'text/csv; charset=utf-8';

type Rows<Name extends string> = readonly { readonly [Column in Name]?: unknown }[];

/**
 * RFC 4180: a line for each row below the names of the columns. What is unknown is empty, a list is its entries with
 * spaces between, anything deeper is JSON, and a text that a spreadsheet would run as a formula begins with an apostrophe.
 * Texts with a semicolon are quoted too: it parts the cells where the comma stands in numbers.
 * @example toCsv(['name', 'rank'], [{ name: 'a, b', rank: null }]) // 'name,rank\r\n"a, b",\r\n'
 */
export function toCsv<Name extends string>(columns: readonly Name[], rows: Rows<Name>): string {
  return `${columns.join(',')}\r\n${toCsvLines(columns, rows)}`;
}

/** The same without the names of the columns: a part of a file that is written piece by piece. */
export function toCsvLines<Name extends string>(columns: readonly Name[], rows: Rows<Name>): string {
  return rows.map((row) => `${columns.map((name) => toCell(row[name])).join(',')}\r\n`).join('');
}

/**
 * Sent with CSV, so that browsers store it under this name: what it holds, whose, and of which day. What is not given is
 * left out, and so are signs that a file cannot have.
 * @example toAttachment('rankings', 'proj_shop', '2026-11-26') // rankings-proj_shop-2026-11-26.csv
 */
export function toAttachment(...parts: readonly (string | undefined)[]): Readonly<Record<string, string>> {
  const name = parts
    .map((part) => (part ?? '').replaceAll(/[^\w.-]/gu, ''))
    .filter(Boolean)
    .join('-');
  return { 'content-disposition': `attachment; filename="${name}.csv"` };
}

/** What a spreadsheet would run as a formula; some read the wide signs too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/u;

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = toText(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toText(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : (value as string);
}

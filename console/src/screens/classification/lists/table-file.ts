/** A file as rows of cells, one row a line. */
export interface TableFile {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Cells of the longest row. */
  readonly width: number;
  /** The first line looks like names of columns. */
  readonly hasHeader: boolean;
}

const SEPARATORS = [',', ';', '\t'] as const;
/** So many lines say what parts the cells. */
const LOOKED_AT = 20;
const HEADERS = /^(?:keywords?|quer(?:y|ies)|search terms?|domains?|hosts?|sites?|websites?|urls?|pages?|address(?:es)?|links?)$/iu;

/** Reads text, or what a spreadsheet saves. */
export function readTable(name: string, text: string): TableFile {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .filter((line, at, all) => line !== '' || at < all.length - 1);
  const separator = findSeparator(lines);
  const rows = lines.map((line) => (separator === undefined ? [line] : toCells(line, separator)));
  const width = Math.max(1, ...rows.map((row) => row.length));
  return { name, rows, width, hasHeader: isHeader(rows[0] ?? [], width) };
}

/** What parts every one of the first lines into as many cells; keywords with a comma in them are no table. */
function findSeparator(lines: readonly string[]): string | undefined {
  const first = lines.filter((line) => line.trim() !== '').slice(0, LOOKED_AT);
  return SEPARATORS.find((separator) => {
    const widths = first.map((line) => toCells(line, separator).length);
    return (widths[0] ?? 1) > 1 && widths.every((width) => width === widths[0]);
  });
}

function toCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted;
      cell = isQuoted ? '' : cell;
    } else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

/** Of several columns: no cell looks like an item or a number. Of one: its name is a usual one. */
function isHeader(first: readonly string[], width: number): boolean {
  if (first.some((cell) => HEADERS.test(cell))) return true;
  return width > 1 && first.length > 0 && first.every((cell) => /^[^.\d/]+$/u.test(cell));
}

/** The lines of one column. A line of names stays as an empty one, so that the numbers of lines are those of the file. */
export function toTableLines({ rows }: TableFile, column: number, hasHeader: boolean): string[] {
  return rows.map((row, at) => (hasHeader && at === 0 ? '' : (row[column] ?? '')));
}

/** Names of the columns, with what stands in them where they have none. */
export function listColumns({ rows, width }: TableFile, hasHeader: boolean): string[] {
  return Array.from({ length: width }, (_, at) => {
    const cell = rows[0]?.[at] ?? '';
    return hasHeader && cell !== '' ? cell : `Column ${at + 1}${cell === '' ? '' : `: ${cell}`}`;
  });
}

/** The column that most likely holds the items: one with a usual name, else the first whose cells have addresses or letters. */
export function findColumn({ rows, width, hasHeader }: TableFile): number {
  const named = (rows[0] ?? []).findIndex((cell) => HEADERS.test(cell));
  if (hasHeader && named !== -1) return named;
  const sample = rows.slice(hasHeader ? 1 : 0, LOOKED_AT);
  const share = (at: number): number => sample.filter((row) => /\.[a-z]/iu.test(row[at] ?? '')).length;
  const columns = Array.from({ length: width }, (_, at) => at);
  return columns.toSorted((a, b) => share(b) - share(a))[0] ?? 0;
}

export interface Cells {
  readonly cells: readonly string[];
  /** Why the line cannot be read. */
  readonly problem?: string;
}

/**
 * The cells of a line of CSV (RFC 4180), trimmed.
 * @example readCells('url,"a, ""b"""', ',') // { cells: ['url', 'a, "b"'] }
 */
export function readCells(line: string, separator: string): Cells {
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
  return { cells: [...cells, cell.trim()], ...(isQuoted && { problem: 'has a quotation mark that nothing closes' }) };
}

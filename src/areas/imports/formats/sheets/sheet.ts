import type { SourceFile } from '../../opening/source-file.ts';
import { headText } from '../head-text.ts';
import { readRows, type SheetRow } from './rows.ts';

export type { SheetRow } from './rows.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Lines in which the delimiter is looked for, and which may stand before the header. */
const LINES_LOOKED_AT = 20;
const SAMPLE_ROWS = 50;
// eslint-disable-next-line no-control-regex
const NOT_TEXT = /[\0-\u0008\u000E-\u001F\uFFFE]/u;

/** A table of text: what its columns are called, and how it is read. */
export interface Sheet {
  readonly delimiter: string;
  /** Names as they stand in the header. */
  readonly columns: readonly string[];
  /** The number of the header's line. */
  readonly headerRow: number;
  /** The first rows, for the finding of columns. */
  readonly sample: readonly (readonly string[])[];
}

/** The table that a text file is; undefined where its lines have no columns. */
export async function findSheet(file: SourceFile): Promise<Sheet | undefined> {
  const text = headText(file).replace(/^\uFEFF/u, '');
  if (NOT_TEXT.test(text)) return undefined;
  const lines = text.split(/\r?\n/u, LINES_LOOKED_AT).filter((line) => line.trim() !== '');
  const delimiter = DELIMITERS.map((sign) => ({ sign, score: scoreDelimiter(lines, sign) })).toSorted((a, b) => b.score - a.score)[0];
  if (delimiter === undefined || delimiter.score === 0) return undefined;
  const rows: SheetRow[] = [];
  for await (const batch of readRows(file, delimiter.sign)) {
    rows.push(...batch.slice(0, SAMPLE_ROWS + 1 - rows.length));
    if (rows.length > SAMPLE_ROWS) break;
  }
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const header = rows.find(({ cells }) => cells.length >= Math.min(width, 3) && cells.length >= width / 2);
  if (header === undefined || width < 2) return undefined;
  const sample = rows.filter(({ row }) => row > header.row).map(({ cells }) => cells);
  if (sample.length === 0) return undefined;
  return { delimiter: delimiter.sign, columns: header.cells.map((name) => name.trim()), headerRow: header.row, sample };
}

/** Number of the signs outside of quotes, in the line that has the fewest of them but the first ones. */
function scoreDelimiter(lines: readonly string[], sign: string): number {
  const counts = lines.map((line) => line.replaceAll(/"(?:[^"]|"")*"/gu, '').split(sign).length - 1).toSorted((a, b) => a - b);
  return counts[Math.floor(counts.length / 3)] ?? 0;
}

/** Rows behind the header, some thousands at a time. @throws UnreadableFileError for a row that is too long, or a file that is no table */
export async function* readSheet(file: SourceFile, { delimiter, headerRow }: Sheet): AsyncGenerator<readonly SheetRow[]> {
  for await (const rows of readRows(file, delimiter))
    yield (rows[0]?.row ?? 0) > headerRow ? rows : rows.filter(({ row }) => row > headerRow);
}

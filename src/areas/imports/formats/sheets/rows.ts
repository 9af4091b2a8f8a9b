import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { messageOf } from '#kernel/errors.ts';
import type { SourceFile } from '../../opening/source-file.ts';
import { UnreadableFileError } from '../../opening/unreadable.ts';

const RECORD_CHARS_MAX = 1_048_576;
const COLUMNS_MAX = 5_000;
const ROWS_A_BATCH = 1_000;
/** Rows of a wide table are large. */
const BYTES_A_BATCH = 131_072;

export interface SheetRow {
  /** Counted from 1 at the first line of the file. */
  readonly row: number;
  readonly cells: readonly string[];
}

/**
 * Rows of a table of text, empty lines left out, in batches. Text without a quote is cut at its signs, which is several times faster than
 * the parser that reads the rest from the first quote on.
 * @throws UnreadableFileError for a row that is too long or has more than 5,000 columns, or quotes that never end
 */
export async function* readRows(file: SourceFile, delimiter: string): AsyncGenerator<readonly SheetRow[]> {
  const chunks = file.text()[Symbol.asyncIterator]();
  let rest = '';
  let lines = 0;
  try {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      const text = rest + (lines === 0 && rest === '' ? next.value.replace(/^\uFEFF/u, '') : next.value);
      if (hasOtherEnds(text)) {
        yield* parseRows(goOn(text, chunks), { delimiter, lines });
        return;
      }
      const cut = text.lastIndexOf('\n') + 1;
      rest = text.slice(cut);
      if (rest.length > RECORD_CHARS_MAX) throw new UnreadableFileError('A row of the table is too long');
      const batch = cutRows(text.slice(0, cut), delimiter, lines);
      lines = batch.lines;
      if (batch.rows.length > 0) yield batch.rows;
    }
    const { rows } = cutRows(rest, delimiter, lines);
    if (rows.length > 0) yield rows;
  } finally {
    await chunks.return?.();
  }
}

/** Whether a row may end, or not end, elsewhere than at the end of a line. */
function hasOtherEnds(text: string): boolean {
  // The last sign may be half of a line's end.
  return text.includes('"') || /\r(?!\n|$)/u.test(text);
}

function cutRows(text: string, delimiter: string, before: number): { readonly rows: SheetRow[]; readonly lines: number } {
  const rows: SheetRow[] = [];
  let lines = before;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    lines += 1;
    const line = text.slice(at, text[stop - 1] === '\r' ? stop - 1 : stop);
    at = stop + 1;
    if (line !== '') rows.push(toRow(lines, line.split(delimiter)));
  }
  return { rows, lines };
}

function toRow(row: number, cells: readonly string[]): SheetRow {
  if (cells.length > COLUMNS_MAX) throw new UnreadableFileError(`A row has more than ${COLUMNS_MAX} columns`);
  return { row, cells };
}

async function* goOn(first: string, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

interface Parsed {
  readonly delimiter: string;
  /** Lines before the text. */
  readonly lines: number;
}

async function* parseRows(text: AsyncIterable<string>, { delimiter, lines }: Parsed): AsyncGenerator<readonly SheetRow[]> {
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARS_MAX,
    info: true,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    let batch: SheetRow[] = [];
    let before = 0;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number; bytes: number } }>) {
      batch.push(toRow(lines + info.lines, record));
      if (batch.length < ROWS_A_BATCH && info.bytes - before < BYTES_A_BATCH) continue;
      yield batch;
      batch = [];
      before = info.bytes;
    }
    if (batch.length > 0) yield batch;
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    throw new UnreadableFileError(`The table cannot be read: ${messageOf(error).slice(0, 120)}`, error);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

import { findStatementEnd, matchCopy, matchCreate, matchInsert, type RowsHeader } from './sql-statements.ts';
import { readTuple, type SqlValue } from './sql-values.ts';
import { UnreadableFileError } from './unreadable.ts';

/** A statement that is skipped, or one row of values. A result page of 100 places is about 20 kB. */
const HELD_CHARS_MAX = 16 * 1_048_576;
const NOTHING = /(?:\s+|--[^\n]*\n|#[^\n]*\n|\/\*[^]*?\*\/;?|\\(?:un)?restrict [^\n]*\n)*/y;

export interface DumpRow {
  readonly table: string;
  readonly values: Readonly<Record<string, SqlValue>>;
}

interface State {
  text: string;
  at: number;
  /** Whose rows are being read; undefined: between statements. */
  rows: (RowsHeader & { readonly isCopy: boolean }) | undefined;
  readonly columns: Map<string, readonly string[]>;
  /** The head of the last statement that was read to its end. */
  last: string;
}

/**
 * Rows of the tables of a dump, in the order of the file, those of a piece of text at a time; tables that are not wanted are passed over. A
 * state machine that executes nothing: it knows `INSERT … VALUES` with plain values, `COPY … FROM stdin`, and `CREATE TABLE` for the names of columns.
 * @throws UnreadableFileError for a dump that is cut or holds expressions as values; it names the last good statement
 */
export async function* readSqlDump(chunks: AsyncIterable<string>, wanted: ReadonlySet<string>): AsyncGenerator<readonly DumpRow[]> {
  const state: State = { text: '', at: 0, rows: undefined, columns: new Map(), last: 'none' };
  try {
    for await (const chunk of chunks) {
      state.text = state.text.slice(state.at) + chunk;
      state.at = 0;
      yield takeAll(state, wanted);
      if (state.text.length - state.at > HELD_CHARS_MAX) throw new UnreadableFileError('A statement of the dump is too long');
    }
    // A comment in the last line needs its end.
    state.text = `${state.text.slice(state.at)}\n`;
    state.at = 0;
    yield takeAll(state, wanted);
    skipNothing(state);
    if (state.rows !== undefined || state.at < state.text.length) throw new UnreadableFileError('The dump is cut');
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new UnreadableFileError(`${error.message}; the last good statement is ${state.last}`, error);
  }
}

function takeAll(state: State, wanted: ReadonlySet<string>): DumpRow[] {
  const rows: DumpRow[] = [];
  for (;;) {
    if (state.rows === undefined) {
      if (!takeStatement(state)) return rows;
    } else if (state.rows.isCopy) {
      const row = takeCopyLine(state);
      if (row === undefined) return rows;
      if (row !== 'end' && wanted.has(row.table)) rows.push(row);
    } else {
      const row = takeInsertRow(state);
      if (row === undefined) return rows;
      if (wanted.has(row.table)) rows.push(row);
    }
  }
}

function skipNothing(state: State): void {
  NOTHING.lastIndex = state.at;
  NOTHING.exec(state.text);
  state.at = NOTHING.lastIndex;
}

/** Reads the next statement, or the head of one with rows. @returns whether there was a whole one */
function takeStatement(state: State): boolean {
  skipNothing(state);
  const insert = matchInsert(state.text, state.at);
  if (insert !== undefined && insert.next < state.text.length) {
    state.rows = { table: insert.table, columns: insert.columns ?? state.columns.get(insert.table), isCopy: false };
    state.at = insert.next;
    return true;
  }
  const end = findStatementEnd(state.text, state.at);
  if (end === undefined) return false;
  const statement = state.text.slice(state.at, end);
  const copy = matchCopy(statement);
  if (copy !== undefined) {
    const line = state.text.indexOf('\n', end);
    if (line === -1) return false;
    state.rows = { ...copy, isCopy: true };
    state.at = line + 1;
    return true;
  }
  const created = matchCreate(statement);
  if (created !== undefined) state.columns.set(created.table, created.columns);
  state.last = JSON.stringify(statement.slice(0, 60));
  state.at = end;
  return true;
}

function takeInsertRow(state: State): DumpRow | undefined {
  const tuple = readTuple(state.text, state.at);
  const { rows } = state;
  if (tuple === undefined || rows === undefined) return undefined;
  state.at = tuple.next;
  if (tuple.isLast) {
    state.last = `"INSERT INTO ${rows.table}"`;
    state.rows = undefined;
  }
  return toRow(rows, tuple.values);
}

function takeCopyLine(state: State): DumpRow | 'end' | undefined {
  const end = state.text.indexOf('\n', state.at);
  const { rows } = state;
  if (end === -1 || rows === undefined) return undefined;
  const line = state.text.slice(state.at, end).replace(/\r$/u, '');
  state.at = end + 1;
  if (line !== '\\.') return toRow(rows, line.split('\t').map(readCopyValue));
  state.last = `"COPY ${rows.table}"`;
  state.rows = undefined;
  return 'end';
}

const COPY_SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

function readCopyValue(text: string): SqlValue {
  if (text === '\\N') return null;
  return text.includes('\\') ? text.replaceAll(/\\(.)/gu, (_all, sign: string) => COPY_SIGNS[sign] ?? sign) : text;
}

function toRow({ table, columns }: RowsHeader, values: readonly SqlValue[]): DumpRow {
  if (columns === undefined) throw new UnreadableFileError(`The dump holds rows of ${table} before it says which columns that has`);
  if (columns.length !== values.length)
    throw new UnreadableFileError(`A row of ${table} has ${values.length} values for ${columns.length} columns`);
  return { table, values: Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null])) };
}

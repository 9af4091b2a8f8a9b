/** Reads a SQLite file of others in a thread of its own. Started by `sqlite.ts`. */
import { pathToFileURL } from 'node:url';
import { constants, DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '#kernel/errors.ts';
import type { SqliteMessage, SqliteRow, SqliteTask } from './sqlite.ts';

const VALUE_BYTES_MAX = 8 * 1_048_576;
const ROWS_A_BATCH = 200;
const TABLES_MAX = 1_000;

const port = parentPort;
if (port === null) throw new Error('sqlite-worker.ts runs as a worker');
const { path, hasWal = false, tables } = workerData as SqliteTask;
const send = (message: SqliteMessage): void => port.postMessage(message, []);

/** The file cannot change while it is read, so that no file beside it is opened unless it came with it. */
function openFile(): DatabaseSync {
  const address = pathToFileURL(path);
  if (!hasWal) address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, {
    readOnly: true,
    defensive: true,
    allowExtension: false,
    limits: { length: VALUE_BYTES_MAX, attach: 0, triggerDepth: 1, exprDepth: 20, column: 200 },
  });
  database.exec('pragma trusted_schema = off');
  database.exec('pragma cell_size_check = on');
  // Reading of the tables that are asked for is allowed, and no function at all.
  const known = new Set(['sqlite_master', 'sqlite_schema', ...tables.map(({ table }) => table)]);
  database.setAuthorizer((action, name) => {
    if (action === constants.SQLITE_SELECT) return constants.SQLITE_OK;
    return action === constants.SQLITE_READ && known.has(String(name).toLowerCase()) ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  return database;
}

const there = new Set<string>();

/** Anything but plain tables and indexes could run what its author wrote. */
function findHarm(database: DatabaseSync): string | undefined {
  const wanted = new Set(tables.map(({ table }) => table));
  const rows = database.prepare(`select type, name, sql from sqlite_schema limit ${TABLES_MAX}`).all();
  for (const { type, name, sql } of rows) {
    if (type === 'trigger') return `The file holds a trigger ("${String(name).slice(0, 60)}")`;
    if (!wanted.has(String(name).toLowerCase())) continue;
    if (type !== 'table') return `"${String(name)}" is a ${String(type)} in this file, not a table`;
    if (/^\s*create\s+virtual/iu.test(String(sql))) return `"${String(name)}" is a virtual table in this file`;
  }
  for (const { name } of rows) there.add(String(name).toLowerCase());
  const absent = tables.filter(({ table, mayLack }) => mayLack !== true && !there.has(table)).map(({ table }) => table);
  return absent.length === 0 ? undefined : `The file lacks the table ${absent.join(', ')}`;
}

function* readRows(database: DatabaseSync): Generator<{ table: string; row: SqliteRow }> {
  for (const { table, columns, optional = [] } of tables.filter(({ table: name }) => there.has(name)))
    for (const row of prepare(database, table, columns, optional).iterate()) yield { table, row: row as SqliteRow };
}

/** Older releases of a program lack columns that newer ones have. */
function prepare(database: DatabaseSync, table: string, columns: readonly string[], optional: readonly string[]): StatementSync {
  // A name in quotes that is no column would be read as a text.
  const select = (names: readonly string[]): StatementSync =>
    database.prepare(`select ${names.map((name) => `t."${name}"`).join(', ')} from "${table}" t`);
  try {
    return select([...columns, ...optional]);
  } catch (error) {
    if (optional.length === 0 || !messageOf(error).includes('no such column')) throw error;
    return select(columns);
  }
}

let rows: Generator<{ table: string; row: SqliteRow }> | undefined;

function next(): void {
  try {
    if (rows === undefined) {
      const database = openFile();
      const harm = findHarm(database);
      if (harm !== undefined) {
        send({ kind: 'failed', message: harm });
        return;
      }
      rows = readRows(database);
    }
    const batch: { table: string; row: SqliteRow }[] = [];
    let isLast = false;
    while (batch.length < ROWS_A_BATCH && !isLast) {
      const { value, done } = rows.next();
      if (done === true) isLast = true;
      else batch.push(value);
    }
    send({ kind: 'rows', rows: batch, isLast });
  } catch (error) {
    send({ kind: 'failed', message: `SQLite cannot read the file: ${messageOf(error)}` });
  }
}

port.on('message', next);

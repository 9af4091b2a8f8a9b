import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UnreadableFileError } from './unreadable.ts';

/** Deadline of one batch of rows. */
const DEADLINE_MS = 8_000;
const HEAP_MB_MAX = 128;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
/** Place in the header that says whether the newest pages may lie in a file beside it. */
const WRITE_VERSION_AT = 18;
const WAL = 2;

export type SqliteRow = Readonly<Record<string, string | number | null | Uint8Array>>;

export interface SqliteTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** Columns that older releases of the program lack. */
  readonly optional?: readonly string[];
  /** Older releases lack the whole table. */
  readonly mayLack?: boolean;
}

/** Tables and columns that are read, in this order; names of tables in lower case. */
export interface SqliteTask {
  readonly path: string;
  /** The newest changes lie beside it, in a file that ends with `-wal`. */
  readonly hasWal?: boolean;
  readonly tables: readonly SqliteTable[];
}

export type SqliteMessage =
  | { readonly kind: 'rows'; readonly rows: readonly { readonly table: string; readonly row: SqliteRow }[]; readonly isLast: boolean }
  | { readonly kind: 'failed'; readonly message: string };

export function isSqlite(head: Buffer): boolean {
  return head.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Whether the newest changes may be in a file that ends with `-wal`. */
export function isWithWal(head: Buffer): boolean {
  return head[WRITE_VERSION_AT] === WAL;
}

/**
 * Rows of the tables of a SQLite file of others, read by a worker that may only read these tables and has a deadline and
 * a bound of memory. The next rows are read when they are asked for.
 * @throws UnreadableFileError for a broken file, a lacking table or column, a view or a trigger, and after the deadline
 */
export async function* readSqlite(
  task: SqliteTask,
  deadlineMs = DEADLINE_MS,
): AsyncGenerator<readonly { readonly table: string; readonly row: SqliteRow }[]> {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  try {
    for (let isLast = false; !isLast;) {
      const message = await askWorker(worker, deadlineMs);
      if (message.kind === 'failed') throw new UnreadableFileError(message.message);
      yield message.rows;
      isLast = message.isLast;
    }
  } finally {
    await worker.terminate();
  }
}

async function askWorker(worker: Worker, deadlineMs: number): Promise<SqliteMessage> {
  worker.postMessage('next', []);
  try {
    const [message] = (await once(worker, 'message', { signal: AbortSignal.timeout(deadlineMs) })) as [SqliteMessage];
    return message;
  } catch (error) {
    throw new UnreadableFileError('The file could not be read within its time and memory', error);
  }
}

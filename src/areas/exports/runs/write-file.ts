import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { CSV_TYPE, toCsvLines } from '#http/csv.ts';
import type { ListPage } from '#http/reading/list-reader.ts';
import { BYTES_MAX, ROWS_MAX, type ExportFormat } from '../export.ts';

/** How the names of folders begin that hold a file while it is written. */
const FOLDER = 'export-';
/** A list that changes while it is read has rows twice, or leaves some out: it is read again so often. */
const READINGS = 3;

export const CONTENT_TYPES = {
  csv: CSV_TYPE,
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const satisfies Readonly<Record<ExportFormat, string>>;

/** A whole file on the disk of this machine. */
export interface WrittenFile {
  readonly path: string;
  readonly rows: number;
  readonly total: number | null;
  readonly bytes: number;
  readonly sha256: string;
  /** Why it does not hold all of the list, or may not; null: it does. */
  readonly lacks: string | null;
}

export interface Writing {
  /** The service's folder of data, in which it is written. */
  readonly dataDir: string;
  readonly format: ExportFormat;
  /** The most rows of one answer; undefined where the list is answered whole. */
  readonly pageRows: number | undefined;
  readonly readPage: (offset: number) => Promise<ListPage>;
  readonly onPage: (progress: Pick<WrittenFile, 'rows' | 'total'>) => Promise<void>;
}

/** Writes a list into a file page by page, hands it over, and removes it from the disk. */
export async function withWrittenFile<Result>(writing: Writing, use: (file: WrittenFile) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(writing.dataDir, FOLDER));
  try {
    const path = join(folder, 'file');
    for (let reading = 1; ; reading += 1) {
      const { isMoved, ...written } = await writeOnce(path, writing);
      if (!isMoved) return await use({ path, ...written });
      const lacks = 'the list changed while it was read: rows may be missing or be there twice';
      if (reading === READINGS) return await use({ path, ...written, lacks });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of processes that ended in the middle of a file. @param before those that have not changed since */
export async function removeLeftFolders(dataDir: string, before: Date): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(FOLDER)) continue;
    const path = join(dataDir, name);
    if ((await stat(path)).mtime < before) await rm(path, { recursive: true, force: true });
  }
}

async function writeOnce(path: string, writing: Writing): Promise<Omit<WrittenFile, 'path'> & { readonly isMoved: boolean }> {
  const file = await open(path, 'w', 0o600);
  try {
    return await writePages(file, writing);
  } finally {
    await file.close();
  }
}

async function writePages(file: FileHandle, { format, pageRows, readPage, onPage }: Writing) {
  const hash = createHash('sha256');
  let [rows, bytes, offset] = [0, 0, 0];
  let total: number | undefined;
  let [isMoved, isCut] = [false, false];
  for (;;) {
    const page = await readPage(offset);
    if (offset > 0 && page.total !== total) isMoved = true;
    const text = toText(format, page, offset === 0);
    total = page.total;
    isCut = !page.isWhole;
    const size = Buffer.byteLength(text);
    if (bytes + size > BYTES_MAX) return end(`a file has at most ${BYTES_MAX} bytes`);
    hash.update(text);
    await file.writeFile(text);
    rows += page.rows.length;
    bytes += size;
    await onPage({ rows, total: total ?? null });
    if (page.next === undefined) break;
    if (page.next >= ROWS_MAX) return end(`a file has at most ${ROWS_MAX} rows`);
    offset = page.next;
  }
  return end(isCut ? `the list answers at most ${pageRows} rows at once, and has ${total ?? 'more'}` : null);

  function end(lacks: string | null) {
    return { rows, total: total ?? null, bytes, sha256: hash.digest('hex'), lacks, isMoved: isMoved && lacks === null };
  }
}

function toText(format: ExportFormat, { columns, cells, rows }: ListPage, isFirst: boolean): string {
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return `${isFirst ? `${columns.join(',')}\r\n` : ''}${toCsvLines(columns, cells)}`;
}

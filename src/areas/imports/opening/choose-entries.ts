import { UnreadableFileError } from './unreadable.ts';
import type { ZipEntry } from './zip-directory.ts';

const TABLES_MAX = 20;
const NAMES_SHOWN = 5;
/** Only the archive of an office program holds it. */
const OFFICE = '[Content_Types].xml';
const WAL = '-wal';

/** The files of an archive that are read. */
export interface ChosenEntries {
  /** One, or the tables of an export. */
  readonly files: readonly ZipEntry[];
  /** Of a SQLite file: the newest changes, which lay beside it. */
  readonly wal: ZipEntry | undefined;
}

/**
 * Which files of an archive hold history: the only one, a SQLite file with what lay beside it, or all tables.
 * @throws UnreadableFileError when it holds none, several of which none is meant, or the parts of an office file
 */
export function chooseEntries(entries: readonly ZipEntry[]): ChosenEntries {
  if (entries.some(({ name }) => name === OFFICE))
    throw new UnreadableFileError('The file is an XLSX or another office file: save the table as CSV');
  const all = entries.filter(({ name }) => !isHidden(name));
  const files = all.filter(({ name }) => !/-(?:wal|shm|journal)$/u.test(name));
  const [only] = files;
  if (only === undefined) throw new UnreadableFileError('The zip holds no file');
  if (files.length === 1) return { files, wal: all.find(({ name }) => name === `${only.name}${WAL}`) };
  const tables = files.filter(({ name }) => /\.(?:csv|tsv)$/iu.test(name));
  if (tables.length > 0 && tables.length <= TABLES_MAX) return { files: tables, wal: undefined };
  const names = files.slice(0, NAMES_SHOWN).map(({ name }) => toFileName(name));
  throw new UnreadableFileError(`The zip holds ${files.length} files (${names.join(', ')} …): take the one that is meant`);
}

/** The last part of a name, without signs that no name needs. */
export function toFileName(name: string): string {
  const last = name.split(/[\\/]/u).at(-1) ?? '';
  return last.replaceAll(/[\p{C}]/gu, '').slice(0, 100);
}

function isHidden(name: string): boolean {
  return name.startsWith('__MACOSX/') || toFileName(name).startsWith('.');
}

import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from './errors.ts';

export interface MigrationFile {
  readonly number: number;
  /** The file's name without its ending, for example `0001_platform`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hex; line endings do not count. */
  readonly checksum: string;
}

/** What a database records of a migration. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Reads a folder of `0001_name.sql` files, in order. Each has a number of its own; gaps are left by work that went on side by side. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  files.forEach((file, index) => {
    const before = files[index - 1];
    if (!(file.number > (before?.number ?? 0)))
      throw new StoreError('migration', `${join(folder, file.name)}.sql has the wrong number: it must be above ${before?.number ?? 0}.`);
  });
  return files;
}

async function readMigration(folder: string, fileName: string): Promise<MigrationFile> {
  const sql = (await readFile(join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n');
  const name = fileName.replace(/\.sql$/u, '');
  return { number: Number.parseInt(name, 10), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/**
 * The migrations that are still to be applied.
 * @throws StoreError when the database is newer than this release, or when a file changed after it was applied
 */
export function selectPending(store: string, files: readonly MigrationFile[], applied: readonly AppliedMigration[]): MigrationFile[] {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  for (const done of applied) {
    const file = byNumber.get(done.number);
    if (file === undefined) {
      throw new StoreError(
        'migration',
        `The ${store} database is newer than this release: it has migration ${done.name}. Start the newer release, or restore the backup made before it.`,
      );
    }
    if (file.checksum !== done.checksum) {
      throw new StoreError(
        'migration',
        `Migration ${file.name} of ${store} was changed after it was applied. Restore the file of the release; changes go into a new migration.`,
      );
    }
  }
  const numbers = new Set(applied.map((done) => done.number));
  return files.filter((file) => !numbers.has(file.number));
}

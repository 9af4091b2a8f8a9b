import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Hands on a file with what SQLite keeps of it in a file beside it (`-wal`), as one file, which is removed after that. The file itself is
 * only read; one with nothing beside it is handed on as it is.
 * @throws Error when the two cannot be put together
 */
export async function withWholeDatabase(path: string, use: (file: string) => Promise<void>): Promise<void> {
  const wal = `${path}-wal`;
  const beside = await stat(wal).catch(() => undefined);
  if (beside === undefined || beside.size === 0) return await use(path);
  const folder = await mkdtemp(join(tmpdir(), 'sightline-'));
  try {
    const copy = join(folder, basename(path));
    await copyFile(path, copy);
    await copyFile(wal, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    // Moves everything into the one file.
    database.exec('pragma journal_mode = delete');
    database.close();
    await use(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

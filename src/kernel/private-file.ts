import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/**
 * Writes a new file that only its owner reads, complete or not at all, and on the disk when this returns.
 * @returns whether it did; `false` when another process has just written one
 */
export async function writeNewPrivateFile(file: string, text: string): Promise<boolean> {
  // A link instead of a renaming: it never takes the place of a file that is there.
  return await writeDraft(file, text, async (draft) => {
    try {
      await link(draft, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

/** The same in the place of a file that is there: a crash leaves the old one or the new one. */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  await writeDraft(file, text, (draft) => rename(draft, file));
}

async function writeDraft<Result>(file: string, text: string, place: (draft: string) => Promise<Result>): Promise<Result> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeDurably(draft, text);
    return await place(draft);
  } finally {
    await rm(draft, { force: true });
    await syncFolder(dirname(file));
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isUsableKey } from '#kernel/ids.ts';

const OWNER_ONLY = 0o600;

export function toAdminKeyFile(dataDir: string): string {
  return join(dataDir, 'admin-key');
}

/**
 * The key in the file; `empty` for a file without one, which a crash of an older release can leave; `undefined` without a file.
 * @throws Error saying what to do about a file that holds no usable key or cannot be read
 */
export async function readAdminKeyFile(file: string): Promise<{ readonly key: string } | 'empty' | undefined> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
    if (text === '') return 'empty';
    await chmod(file, OWNER_ONLY);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return undefined;
    throw new Error(code === 'EISDIR' ? `${file} is a folder. ${REMEDY}` : `${file} cannot be read (${code}). Check its owner. ${REMEDY}`, {
      cause,
    });
  }
  if (isUsableKey(text)) return { key: text };
  throw new Error(`${file} holds no usable key: it must be one line of at least 16 printable characters without blanks. ${REMEDY}`);
}

const REMEDY = 'Put the key there, or remove it and set SIGHTLINE_ADMIN_KEY to a key of your choice, and start again.';

/**
 * Writes a new file, complete or not at all, and on the disk when this returns.
 * @returns whether it did; `false` when another process has just written one
 */
export async function writeAdminKeyFile(file: string, key: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeDurably(draft, `${key}\n`);
    // A link instead of a renaming: it never takes the place of a file that is there.
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
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

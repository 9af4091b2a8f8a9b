import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUsableKey } from '#kernel/ids.ts';
import { writeNewPrivateFile } from '#kernel/private-file.ts';

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
  return await writeNewPrivateFile(file, `${key}\n`);
}

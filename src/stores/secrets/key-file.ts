import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../errors.ts';
import { parseKey, type SecretKey } from './key.ts';

export function toKeyFile(dataDir: string): string {
  return join(dataDir, 'secrets-key');
}

/**
 * The keys of the file, one a line: the first is the one to seal with, the others are those of a rotation that has not ended.
 * @returns none without a file
 * @throws StoreError saying what to do about a file that holds something else or cannot be read
 */
export async function readKeyFile(file: string): Promise<SecretKey[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return [];
    throw new StoreError('foreign_folder', `${file} cannot be read (${code}). Check its owner. ${REMEDY}`, { cause });
  }
  const keys = text.split(/\r?\n/u).flatMap((line) => (line.trim() === '' ? [] : [parseKey(line.trim())]));
  if (keys.length > 0 && keys.every((key) => key !== undefined)) return keys;
  throw new StoreError('foreign_folder', `${file} holds no key of secrets: each line must have 32 bytes in base64 or hex. ${REMEDY}`);
}

const REMEDY = 'Put the key of your backup there, or set SECRETS_KEY, and start again.';

export function toFileText(keys: readonly SecretKey[]): string {
  return keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('');
}

import { access, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { StoreError } from '#stores/errors.ts';
import { lockFolder, type FolderLock } from '#stores/folder-lock.ts';
import { waitUntil } from '../../support/wait-until.ts';

/**
 * Unpacks the browser into the temporary folder, once for all processes of the machine. The package takes what lies there for whole:
 * a process that begins while another unpacks would start half a file (`ETXTBSY`), and so would all after one that was killed.
 * @returns the path of its program
 */
export async function unpackBrowser(): Promise<string> {
  const [program, done] = [join(tmpdir(), 'chromium'), join(tmpdir(), 'sightline-chromium-unpacked')];
  const isWhole = async (): Promise<boolean> => (await exists(done)) && (await exists(program));
  if (await isWhole()) return program;
  const lock = await waitForLock(`${done}.lock`);
  try {
    if (await isWhole()) return program;
    await rm(program, { force: true });
    const path = await chromium.executablePath();
    await writeFile(done, '');
    return path;
  } finally {
    await lock.release();
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function waitForLock(file: string): Promise<FolderLock> {
  let lock: FolderLock | undefined;
  await waitUntil(async () => {
    lock = await lockFolder(file).catch((error: unknown) => {
      if (error instanceof StoreError && error.reason === 'in_use') return undefined;
      throw error;
    });
    return lock !== undefined;
  }, 'the browser, which another process unpacks');
  if (lock === undefined) throw new Error(`${file} is not locked`);
  return lock;
}

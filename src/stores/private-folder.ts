import { chmod, mkdir, readdir, stat } from 'node:fs/promises';

const OWNER_ONLY = 0o700;
/** Reading and writing by others. Passing through alone shows nothing, and an operator may have allowed it. */
export const OPEN_TO_OTHERS = 0o066;

/** What the service puts into `DATA_DIR`. */
const OURS = /^(?:(?:postgres|clickhouse|admin-key|secrets-key)(?:\..*)?|blobs)$/u;

/** Makes a folder of ours for its owner only, and closes one that is there. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  if (made === undefined && (await isOpen(folder))) await chmod(folder, OWNER_ONLY);
}

/** Makes `DATA_DIR` for its owner only. One that holds files of others too, such as `/tmp`, is left as it is. */
export async function makeDataFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  if (made !== undefined || !(await isOpen(folder))) return;
  const names = await readdir(folder);
  if (names.every((name) => OURS.test(name))) await chmod(folder, OWNER_ONLY);
}

/** A folder of another owner, such as a volume, cannot be closed by us. */
async function isOpen(folder: string): Promise<boolean> {
  const { mode, uid } = await stat(folder);
  return (mode & OPEN_TO_OTHERS) !== 0 && uid === process.getuid?.();
}

import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from './errors.ts';

/** The process that holds a folder. `start` distinguishes it from a later process with the same id. */
interface Holder {
  readonly pid: number;
  readonly start: string;
}

export interface FolderLock {
  release(): Promise<void>;
}

const TRIES_MAX = 20;
const GUARD_WAIT_MS = 25;

/**
 * Makes this process the only user of a folder until `release`, or until it dies: the lock of a
 * dead process is taken over, so nothing is left to clean up after `kill -9` or a power cut.
 * Liveness is judged on this machine only; a folder shared between machines is not protected.
 * @throws StoreError `in_use` while another living process, or this one, holds it
 */
export async function lockFolder(lockFile: string): Promise<FolderLock> {
  const self: Holder = { pid: process.pid, start: (await startOf(process.pid)) ?? '' };
  await mkdir(dirname(lockFile), { recursive: true });
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    if (await claim(lockFile, self)) return { release: () => release(lockFile, self) };
    const text = await read(lockFile);
    if (text === undefined) continue;
    const holder = parseHolder(text);
    if (holder !== undefined && (await isAlive(holder))) throw inUse(lockFile, holder);
    await removeStale(lockFile, text, self);
  }
  throw new StoreError('in_use', `${lockFile} could not be locked: other processes are trying at the same moment. Start only one.`);
}

/**
 * Looks whether a folder is free, and changes nothing.
 * @throws StoreError `in_use` while another living process, or this one, holds it
 */
export async function requireUnlocked(lockFile: string): Promise<void> {
  const holder = parseHolder((await read(lockFile)) ?? '');
  if (holder !== undefined && (await isAlive(holder))) throw inUse(lockFile, holder);
}

/** Links a complete file into place, so a reader never sees a half-written one. */
async function claim(lockFile: string, self: Holder): Promise<boolean> {
  const draft = `${lockFile}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    await link(draft, lockFile);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a lock whose holder is gone. The caller must hold the guard file and the lock is read
 * again first, so that a lock which another process has created since stays.
 */
async function removeStale(lockFile: string, stale: string, self: Holder): Promise<void> {
  const guard = `${lockFile}.guard`;
  if (await claim(guard, self)) {
    if ((await read(lockFile)) === stale) await rm(lockFile, { force: true });
    await rm(guard, { force: true });
    return;
  }
  const holder = parseHolder((await read(guard)) ?? '');
  // Its holder died in the moment of removing.
  if (holder !== undefined && !(await isAlive(holder))) await rm(guard, { force: true });
  await sleep(GUARD_WAIT_MS);
}

async function release(lockFile: string, self: Holder): Promise<void> {
  if ((await read(lockFile)) === JSON.stringify(self)) await rm(lockFile, { force: true });
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    return typeof value.pid === 'number' && typeof value.start === 'string' ? { pid: value.pid, start: value.start } : undefined;
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (!isProcessAlive(holder.pid)) return false;
  const start = await startOf(holder.pid);
  return start === undefined || holder.start === '' || start === holder.start;
}

/** Whether a process with this id exists, also one of another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** When a process began, as text that never repeats: the boot's id and clock ticks since. Linux only. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile('/proc/sys/kernel/random/boot_id', 'utf8')]);
    // The second field is the command in brackets and may hold blanks; the start is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Ended, and only not yet collected by its parent: equal to no holder.
    if (fields[0] === 'Z') return 'ended';
    return `${boot.trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function inUse(lockFile: string, holder: Holder): StoreError {
  const who = holder.pid === process.pid ? 'this process already' : `process ${holder.pid}`;
  return new StoreError(
    'in_use',
    `${dirname(lockFile)} is in use by ${who}: an embedded store serves one process. ` +
      'Stop that process, choose another DATA_DIR, or set DATABASE_URL and CLICKHOUSE_URL to run several.',
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

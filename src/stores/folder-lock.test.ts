import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { onEnd } from '../../test/support/closers.ts';
import { lockFolder } from './folder-lock.ts';

async function makeLockFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-lock-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  return join(folder, 'store.lock');
}

test('a released lock can be taken again and leaves no file', async (t) => {
  const file = await makeLockFile(t);
  const first = await lockFolder(file);
  await assert.rejects(lockFolder(file), { name: 'StoreError', reason: 'in_use' });
  await first.release();
  await (await lockFolder(file)).release();
  assert.deepEqual(await readdir(join(file, '..')), []);
});

test('the lock of a dead process is taken over', async (t) => {
  const file = await makeLockFile(t);
  const child = spawn('true');
  await once(child, 'exit');
  await writeFile(file, JSON.stringify({ pid: child.pid, start: 'some boot/1' }));
  await lockFolder(file);
  assert.equal(JSON.parse(await readFile(file, 'utf8')).pid, process.pid);
});

test('the lock of a dead process whose id belongs to another one now is taken over', async (t) => {
  const file = await makeLockFile(t);
  await writeFile(file, JSON.stringify({ pid: process.ppid, start: 'an earlier boot/1' }));
  await lockFolder(file);
  assert.equal(JSON.parse(await readFile(file, 'utf8')).pid, process.pid);
});

test('a lock file cut off by a power failure is taken over', async (t) => {
  const file = await makeLockFile(t);
  await writeFile(file, '{"pi');
  await lockFolder(file);
  assert.equal(JSON.parse(await readFile(file, 'utf8')).pid, process.pid);
});

test('of many who find a stale lock at once exactly one gets it', async (t) => {
  const file = await makeLockFile(t);
  for (let round = 0; round < 20; round += 1) {
    await writeFile(file, JSON.stringify({ pid: 2 ** 22, start: '' }));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(file)));
    const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    assert.equal(locks.length, 1);
    await locks[0]?.value.release();
  }
  assert.deepEqual(await readdir(join(file, '..')), []);
});

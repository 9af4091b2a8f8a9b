import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeDataFolder, makePrivateFolder } from './private-folder.ts';

async function makeOpenFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-private-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test('a data folder is made for its owner only', async (t) => {
  const folder = join(await makeOpenFolder(t), 'data');
  await makeDataFolder(folder);
  assert.equal(await modeOf(folder), '700');
});

test('a data folder of before that others can read is closed, and so is a folder in it', async (t) => {
  const folder = await makeOpenFolder(t);
  for (const name of ['postgres', 'clickhouse', 'blobs']) await mkdir(join(folder, name), { mode: 0o755 });
  for (const name of ['admin-key', 'postgres.lock', 'clickhouse.lock']) await writeFile(join(folder, name), '');
  await makeDataFolder(folder);
  assert.equal(await modeOf(folder), '700');
  await makePrivateFolder(join(folder, 'clickhouse'));
  assert.equal(await modeOf(join(folder, 'clickhouse')), '700');
});

test('a folder with foreign files, or that others are allowed to pass through, is left as it is', async (t) => {
  const folder = await makeOpenFolder(t);
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await makeDataFolder(folder);
  assert.equal(await modeOf(folder), '755');
  await rm(join(folder, 'notes.txt'));
  await chmod(folder, 0o711);
  await makeDataFolder(folder);
  assert.equal(await modeOf(folder), '711');
});

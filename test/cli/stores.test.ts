import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { onEnd } from '../support/closers.ts';
import { findTestFolder } from '../support/test-folder.ts';

test('npm run stores prints where the stores are, and their password only in a file of its owner', async (t) => {
  const parent = await mkdtemp(join(findTestFolder(), 'sightline-stores-'));
  onEnd(t, () => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'stores');
  const stores = spawn(process.execPath, ['scripts/stores.ts', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onEnd(t, () => stores.kill('SIGKILL'));
  let printed = '';
  for await (const chunk of stores.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.includes('are in')) break;
  }

  const file = join(folder, 'env');
  const [, address = ''] = /^DATABASE_URL=(.*)$/mu.exec(await readFile(file, 'utf8')) ?? [];
  const { password, host } = new URL(address);
  assert.ok(password.length > 20);
  assert.ok(!printed.includes(password));
  assert.match(
    printed,
    new RegExp(`^DATABASE_URL=postgresql://sightline:\\*\\*\\*@${host}/postgres\nCLICKHOUSE_URL=http://[^\n]+\n.* are in ${file}\n$`, 'u'),
  );
  for (const [path, mode] of [
    [folder, 0o700],
    [file, 0o600],
    [join(folder, 'clickhouse'), 0o700],
  ] as const)
    assert.equal((await stat(path)).mode & 0o777, mode, path);

  const ended = once(stores, 'exit');
  stores.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  await assert.rejects(stat(file), { code: 'ENOENT' });
});

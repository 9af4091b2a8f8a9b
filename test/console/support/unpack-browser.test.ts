import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MODULE = new URL('./unpack-browser.ts', import.meta.url).href;
const PRINT_VERSION = `
  const { unpackBrowser } = await import(process.argv[1]);
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  process.stdout.write(execFileSync(await unpackBrowser(), ['--version']));`;

test('processes that begin together on a new machine all start a whole browser, also after one that was killed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-browser-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'chromium'), 'half a file', { mode: 0o700 });
  const unpack = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', PRINT_VERSION, MODULE], {
      env: { ...process.env, TMPDIR: folder },
    });
  const ends = await Promise.all([unpack(), unpack(), unpack()]);
  for (const { stdout } of ends) assert.match(stdout, /\d+\.\d+\.\d+/);
});

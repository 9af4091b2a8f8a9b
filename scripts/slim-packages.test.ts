import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';

const SCRIPT = join(import.meta.dirname, '..', 'bin', 'slim-packages.cjs');
/** Of these a service needs the first ones. */
const NEEDED = [
  'node_modules/.package-lock.json',
  'node_modules/@one/two/LICENSE.md',
  'node_modules/@one/two/dist/NOTICE.md',
  'node_modules/@one/two/dist/index.cjs',
  'node_modules/@one/two/dist/test/kept.js',
  'node_modules/@one/two/package.json',
  'node_modules/eld/package.json',
  'node_modules/eld/src/ngrams/small.js',
];
const UNNEEDED = [
  'node_modules/@one/two/README.md',
  'node_modules/@one/two/dist/index.cjs.map',
  'node_modules/@one/two/dist/types/index.d.cts',
  'node_modules/@one/two/src/index.ts',
  'node_modules/@one/two/test/all.js',
  'node_modules/eld/src/ngrams/large.js',
];

function install(t: TestContext, packages: Readonly<Record<string, object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-slim-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of [...NEEDED, ...UNNEEDED]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify({ packages }));
  }
  return folder;
}

const slim = (folder: string): string => execFileSync(process.execPath, [SCRIPT], { cwd: folder, encoding: 'utf8' });
const listFiles = (folder: string): string[] =>
  globSync('node_modules/**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

test('an install without the tools keeps what is loaded and every licence', (t) => {
  const folder = install(t, { 'node_modules/@one/two': {}, 'tools/runtime': { dev: true } });
  // What a link leads to belongs to another.
  const outside = join(folder, 'outside.md');
  writeFileSync(outside, '');
  symlinkSync(outside, join(folder, 'node_modules/@one/two/linked.md'));
  assert.match(slim(folder), /without what only tools read/u);
  assert.deepEqual(listFiles(folder), NEEDED.filter((path) => path !== 'node_modules/.package-lock.json').toSorted());
  assert.ok(existsSync(join(folder, 'node_modules/.package-lock.json')) && existsSync(outside));
  assert.ok(!existsSync(join(folder, 'node_modules/@one/two/src')), 'no empty folder is left');
});

test('an install with the tools, and a folder without packages, stay as they are', (t) => {
  const folder = install(t, { 'node_modules/@one/two': {}, 'node_modules/tool': { dev: true } });
  const before = listFiles(folder);
  assert.equal(slim(folder), '');
  assert.deepEqual(listFiles(folder), before);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  assert.equal(slim(folder), '');
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './documents.ts';

function run(...parameters: readonly string[]) {
  return spawnSync(process.execPath, parameters, { cwd: ROOT, encoding: 'utf8' });
}

test('the command line answers --help', () => {
  const { status, stdout } = run(join(ROOT, 'bin/sightline.js'), '--help');
  assert.equal(status, 0);
  for (const command of ['serve', 'demo', 'migrate', 'keys', 'doctor']) assert.match(stdout, new RegExp(`^  ${command}\\b`, 'mu'));
});

test('the command line passes the exit code on, and says what is wrong', () => {
  const { status, stderr } = run(join(ROOT, 'bin/sightline.js'), 'serve', '--prot');
  assert.equal(status, 1);
  assert.match(stderr, /unknown option/u);
});

test('an older Node.js is refused with a sentence', () => {
  const { status, stderr } = run(
    '-e',
    "Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } }); require('./bin/require-node-24.cjs');",
  );
  assert.equal(status, 1);
  assert.match(stderr, /needs Node\.js 24/u);
});

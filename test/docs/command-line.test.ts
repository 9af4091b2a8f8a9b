import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { makeProgram } from '../../src/cli/program.ts';
import { listDocuments, listFencedCode, listInlineCode, readDocument, readManifest, ROOT } from './documents.ts';

function run(...parameters: readonly string[]) {
  return spawnSync(process.execPath, parameters, { cwd: ROOT, encoding: 'utf8' });
}

/** Every command that does something, by what is typed for it: `queue purge`. */
function listCommands(parent: Command = makeProgram(), before = ''): Map<string, Command> {
  const found = new Map<string, Command>();
  for (const command of parent.commands) {
    const name = `${before}${command.name()}`;
    if (command.commands.length === 0) found.set(name, command);
    for (const [below, one] of listCommands(command, `${name} `)) found.set(below, one);
  }
  return found;
}

test('the command line answers --help with every command', () => {
  const { status, stdout } = run(join(ROOT, 'bin/sightline.js'), '--help');
  assert.equal(status, 0);
  for (const { name } of makeProgram().commands.map((command) => ({ name: command.name() })))
    assert.match(stdout, new RegExp(`^  ${name}\\b`, 'mu'));
});

test('the command line passes the exit code on, and says what is wrong', () => {
  const { status, stderr } = run(join(ROOT, 'bin/sightline.js'), 'serve', '--prot');
  assert.equal(status, 1);
  assert.match(stderr, /unknown option/u);
});

test("the README's line for process managers runs whatever Node.js is on the PATH", async (t) => {
  const [line = ''] = /node_modules\/\.bin\/node src\/main\.ts/u.exec(readDocument('README.md').text) ?? [];
  assert.notEqual(line, '');
  const folder = await mkdtemp(join(tmpdir(), 'sightline-path-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'node'), '#!/bin/sh\necho "the wrong Node.js" >&2\nexit 1\n', { mode: 0o755 });
  const PATH = `${folder}:${process.env['PATH']}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${line} --version`], { cwd: ROOT, encoding: 'utf8', env: { PATH } });
  assert.deepEqual([status, stdout.trim()], [0, readManifest().version], stderr);
});

test('what is printed as JSON is JSON, and the exit code says whether something is wrong', () => {
  const parameters = [join(ROOT, 'src/main.ts'), 'doctor', '--json'];
  const wrong = spawnSync(process.execPath, parameters, { cwd: ROOT, encoding: 'utf8', env: { PATH: process.env['PATH'], PORT: 'many' } });
  assert.equal(wrong.status, 1);
  const { ok, findings } = JSON.parse(wrong.stdout);
  assert.deepEqual([ok, findings[0].state, findings[0].text.includes('PORT: must be a port number')], [false, 'wrong', true]);
  const refused = run(join(ROOT, 'src/main.ts'), 'export', 'x', '--all', '--project', 'proj_1');
  assert.deepEqual([refused.status, refused.stdout], [1, '']);
  assert.match(refused.stderr, /--project <id>, or --all/u);
});

test('every command, argument and option has a word of explanation', () => {
  for (const [name, command] of listCommands()) {
    assert.ok(command.description().length > 10, name);
    for (const option of command.options) assert.ok(option.description.length > 3, `${name} ${option.flags}`);
  }
});

test('docs/command-line.md names every command, and those of groups each', () => {
  const { text } = readDocument('docs/command-line.md');
  assert.deepEqual(
    [...listCommands().keys()].filter((name) => !text.includes(`sightline ${name}`)),
    [],
  );
});

for (const { file, text } of listDocuments()) {
  test(`every command of the command line in ${file} exists, with its options`, () => {
    const commands = listCommands();
    const groups = new Set(makeProgram().commands.map((command) => command.name()));
    const lines = [...listInlineCode(text), ...listFencedCode(text).flatMap((block) => block.split('\n'))];
    for (const [typed = '', words = ''] of lines.flatMap((line) => [...line.matchAll(/\bsightline ((?:[a-z][a-z-]*|--?[a-z]).*)/gu)])) {
      if (words.startsWith('-')) continue;
      const [first = '', second = ''] = words.split(/\s+/u);
      assert.ok(groups.has(first), typed);
      if (words === first) continue;
      const command = commands.get(`${first} ${second}`) ?? commands.get(first);
      if (command === undefined) assert.match(second, /^-|^$/u, `there is no command ${typed}`);
      const known = command?.options.flatMap(({ long, short }) => [long, short]) ?? [];
      const options = [...words.replaceAll(/'[^']*'/gu, '').matchAll(/\s(--[a-z-]+)/gu)].map(([, option]) => option);
      assert.deepEqual(
        options.filter((option) => option !== '--help' && !known.includes(option)),
        [],
        typed,
      );
    }
  });
}

test('an older Node.js is refused with a sentence', () => {
  const { status, stderr } = run(
    '-e',
    "Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } }); require('./bin/require-node-24.cjs');",
  );
  assert.equal(status, 1);
  assert.match(stderr, /needs Node\.js 24/u);
});

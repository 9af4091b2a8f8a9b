import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listDocuments, listFencedCode, listInlineCode, readManifest, ROOT } from './documents.ts';

const OWN_COMMANDS = new Set(['ci', 'install', 'run', 'exec', 'test', 'start']);

for (const { file, text } of listDocuments()) {
  test(`every npm script that ${file} names exists`, () => {
    const code = [...listInlineCode(text), ...listFencedCode(text)].join('\n');
    const named = [...code.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/gu)].map((match) => match[1] ?? '');
    const { scripts } = readManifest();
    assert.deepEqual(
      named.filter((name) => scripts[name] === undefined && !OWN_COMMANDS.has(name)),
      [],
    );
  });
}

test('every npm script starts a file that exists', () => {
  const files = Object.values(readManifest().scripts).flatMap((script) => script.split(' ').filter((word) => /\.(ts|cjs)$/u.test(word)));
  assert.ok(files.length > 10);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
});

test('every npm script refuses a Node.js that is too old', () => {
  // An install must not fail by it; what it builds needs no service.
  const { prepare: _, ...others } = readManifest().scripts;
  const scripts = Object.values(others).filter((script) => script.includes('node '));
  assert.deepEqual(
    scripts.filter((script) => !script.includes('-r ./bin/require-node-24.cjs')),
    [],
  );
});

test('every way to start the service keeps the young generation of its heap equally small', () => {
  const { start, demo } = readManifest().scripts;
  const files = ['bin/sightline.js', 'deploy/Dockerfile', 'bench/support/process.ts', 'docs/deploy.md'];
  const texts = [start, demo, ...files.map((file) => readFileSync(join(ROOT, file), 'utf8'))];
  assert.deepEqual(
    texts.map((text) => /--max-semi-space-size=(\d+)/u.exec(text ?? '')?.[1]),
    texts.map(() => '16'),
  );
});

import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { listDocuments, listInlineCode, readDocument, ROOT } from './documents.ts';

const TOP = readdirSync(ROOT).filter((name) => name !== 'node_modules' && name !== '.git');
/** Made when the service or a script runs. */
const MADE_LATER = /^(\.sightline|node_modules|coverage|bench\/results)(\/|$)|^\.env$/u;

/** A path of ours: it begins with something that stands in the root. Patterns (`*`) must match something. */
function isPath(code: string): boolean {
  const first = code.split('/')[0] ?? '';
  return /^[\w./*-]+$/u.test(code) && (code.includes('/') || code.includes('.')) && TOP.includes(first);
}

function exists(path: string): boolean {
  return path.includes('*') ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));
}

for (const { file, text } of listDocuments()) {
  test(`every path that ${file} names exists`, () => {
    const paths = listInlineCode(text).filter((code) => isPath(code) && !MADE_LATER.test(code));
    assert.deepEqual(
      paths.filter((path) => !exists(path)),
      [],
    );
  });

  test(`every link of ${file} leads somewhere`, () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map((match) => match[1] ?? '');
    assert.deepEqual(
      links.filter((link) => !existsSync(join(ROOT, dirname(file), link))),
      [],
    );
  });
}

test('the README lists every document that people write', () => {
  const listed = new Set(listInlineCode(readDocument('README.md').text));
  const unlisted = listDocuments().filter(({ file }) => file !== 'README.md' && !file.startsWith('docs/decisions/') && !listed.has(file));
  assert.deepEqual(
    unlisted.map(({ file }) => file),
    [],
  );
});

test('every document that a comment names exists', () => {
  const sources = globSync('{src,sandbox,test,bench,scripts,bin}/**/*.{ts,sql,js,cjs}', { cwd: ROOT });
  const missing = sources.flatMap((file) => {
    const named = readDocument(file).text.match(/(?<![\w/.-])(?:docs\/[\w./-]+|[A-Z][A-Z-]+)\.md\b/gu) ?? [];
    return named.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${file}: ${path}`);
  });
  assert.ok(sources.length > 50);
  assert.deepEqual(missing, []);
});

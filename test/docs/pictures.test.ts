import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { PICTURES, readPictured } from '../console/support/pictures.ts';
import { readDocument } from './documents.ts';

const FIRST_LINES = 10;
const FOLDER = new URL('../../docs/pictures/', import.meta.url);

function listPictures(path: string): string[] {
  return [...readDocument(path).text.matchAll(/!\[[^\]]+\]\((?:docs\/)?pictures\/([\w-]+)\.png\)/gu)].map((match) => match[1] ?? '');
}

test('the documents show every picture of the console, and each was made of its screen', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.png'));
  assert.deepEqual(files.toSorted(), PICTURES.map((name) => `${name}.png`).toSorted());
  assert.deepEqual(listPictures('docs/console.md').toSorted(), [...PICTURES].toSorted());
  assert.deepEqual(Object.keys(readPictured()).toSorted(), [...PICTURES].toSorted());
});

test('the console is shown as it was and as it is', () => {
  const files = readdirSync(new URL('compared/', FOLDER));
  const shown = [...readDocument('docs/console.md').text.matchAll(/\]\(pictures\/compared\/([\w.-]+)\)/gu)].map(([, name = '']) => name);
  assert.deepEqual(shown.toSorted(), files.toSorted());
});

test('the first lines of the README show the console', () => {
  const first = readDocument('README.md').text.split('\n').slice(0, FIRST_LINES).join('\n');
  assert.match(first, /!\[[^\]]*console[^\]]*\]\(docs\/pictures\/keywords\.png\)/u);
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatPlural } from './text.ts';

test('one is said in the singular, everything else in the plural', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => formatPlural(count, 'line')),
    ['0 lines', '1 line', '2 lines'],
  );
  assert.equal(formatPlural(2, 'category', 'categories'), '2 categories');
});

test('no other file of the service chooses between one and many', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts') && file !== join('kernel', 'text.ts'));
  const own = files.filter((file) => /=== 1 \? (?:'[a-z1]|`)/u.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(own, []);
});

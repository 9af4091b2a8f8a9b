import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks, replaceAnswers } from './blocks.ts';
import { findDifferences, project } from './compare.ts';

const MARKDOWN =
  'Text\n\n```sh tour\napi $URL/a\n```\n\n```json\n{ "id": "x", "list": [{ "n": 1 }] }\n```\n\n```sh tour\ntrue\n```\n\n```sh\nignored\n```\n';

test('blocks are read in order, with the answer under them', () => {
  const blocks = readBlocks(MARKDOWN);
  assert.deepEqual(
    blocks.map(({ line, commands, printed }) => ({ line, commands, printed })),
    [
      { line: 3, commands: 'api $URL/a\n', printed: { id: 'x', list: [{ n: 1 }] } },
      { line: 11, commands: 'true\n', printed: undefined },
    ],
  );
});

test('a written answer keeps the printed fields and reads back the same', () => {
  const real = { id: 'y', other: 1, list: [{ n: 2, more: true }, { n: 3 }] };
  const [block] = readBlocks(MARKDOWN);
  const written = replaceAnswers(MARKDOWN, [project(real, block?.printed), undefined]);
  assert.deepEqual(readBlocks(written)[0]?.printed, { id: 'y', list: [{ n: 2 }, { n: 3 }] });
  assert.equal(readBlocks(written).length, 2);
});

test('other ids and numbers are no difference', () => {
  assert.deepEqual(findDifferences({ id: 'x', n: 1, list: [{ n: 1 }] }, { id: 'y', n: 2, list: [{ n: 5 }, { n: 6 }], more: 1 }), []);
});

test('missing fields, other types, shorter lists and other booleans are differences', () => {
  assert.equal(findDifferences({ a: 1 }, {}).length, 1);
  assert.equal(findDifferences({ a: 1 }, { a: '1' }).length, 1);
  assert.equal(findDifferences([1, 2], [1]).length, 1);
  assert.equal(findDifferences({ success: true }, { success: false }).length, 1);
});

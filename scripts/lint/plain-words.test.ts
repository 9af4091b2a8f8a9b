import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRefusedWords } from './plain-words.ts';

test('finds refused words in a comment, also over a line break, and no names or parts of words', () => {
  assert.deepEqual(findRefusedWords('* Nobody is told.'), ['Nobody', 'told']);
  assert.deepEqual(findRefusedWords('* waits in\n * vain, and begins anew'), ['in vain', 'anew']);
  assert.deepEqual(findRefusedWords(' else `nobody`; the outlets of bookstores, toldo'), []);
});

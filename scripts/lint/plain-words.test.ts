import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRefusedWords } from './plain-words.ts';

test('finds refused words in a comment, also over a line break, and no names or parts of words', () => {
  assert.deepEqual(findRefusedWords('* Nobody is told.'), ['Nobody', 'told']);
  assert.deepEqual(findRefusedWords('* waits in\n * vain, and begins anew'), ['in vain', 'anew']);
  assert.deepEqual(findRefusedWords(' else `nobody`; the outlets of bookstores, toldo'), []);
});

test('finds what cites a document that the repository does not have, and nothing that is in it', () => {
  assert.deepEqual(findRefusedWords('* Waits (specification 3.5; decisions, section 3\n * "Queue item").'), [
    'specification 3.5',
    'decisions, section 3',
  ]);
  assert.deepEqual(findRefusedWords('* Limits (specification, section 8), and Specification section 7.3'), [
    'specification, section 8',
    'Specification section 7.3',
  ]);
  assert.deepEqual(findRefusedWords('* docs/spec-gaps.md, section 8; docs/decisions/0010; the OpenAPI Specification; its decisions'), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSentences, joinWords, sayIs, sayPoints } from './sentence.ts';

test('parts of a sentence are joined as people write them, and empty ones are left out', () => {
  assert.equal(joinWords(['12 up', '7 down', '2 lost']), '12 up, 7 down and 2 lost');
  assert.equal(joinWords(['12 up', false, undefined, '']), '12 up');
  assert.equal(joinWords([]), '');
  assert.equal(joinSentences(['One.', undefined, 'Two.']), 'One. Two.');
  assert.deepEqual([sayIs(1, '1 keyword'), sayIs(2, '2 keywords')], ['1 keyword is', '2 keywords are']);
});

test('shares differ by points, and what rounds to nothing is not said', () => {
  assert.deepEqual(
    [sayPoints(0.004), sayPoints(-0.012), sayPoints(0.01), sayPoints(0.0001), sayPoints(null)],
    ['0.4 points', '1.2 points', '1 point', undefined, undefined],
  );
});

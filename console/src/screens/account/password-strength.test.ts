import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureStrength } from './password-strength.ts';

test('a password is measured by its length, and by how much of it repeats', () => {
  assert.deepEqual(measureStrength(''), { percent: 0, word: 'too short' });
  assert.equal(measureStrength('Tr0ub4dor&3').word, 'too short');
  assert.equal(measureStrength('aaaaaaaaaaaaaaaaaaaaaaaa').word, 'too simple');
  assert.equal(measureStrength('horse battery').word, 'good');
  assert.equal(measureStrength('correct horse battery staple').word, 'strong');
});

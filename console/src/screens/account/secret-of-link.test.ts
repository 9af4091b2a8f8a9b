import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSecret } from './secret-of-link.ts';

test('the secret of a link is behind its name', () => {
  assert.equal(readSecret('#link=abc_-1', 'link'), 'abc_-1');
  assert.equal(readSecret('#token=abc', 'link'), undefined);
  assert.equal(readSecret('', 'token'), undefined);
  assert.equal(readSecret('#token=', 'token'), undefined);
});

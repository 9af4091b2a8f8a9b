import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolate } from './isolate.ts';

test('text from right to left is isolated from what stands beside it, and other text stays as it is', () => {
  assert.equal(isolate('חשבונית Pro 3'), '\u2068חשבונית Pro 3\u2069');
  assert.equal(isolate('iPhone 17 جديد'), '\u2068iPhone 17 جديد\u2069');
  assert.equal(isolate('invoice template'), 'invoice template');
  assert.equal(isolate('東京 3'), '東京 3');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { toPlatform } from './to-platform.ts';

test('the store follows from the id', () => {
  assert.equal(toPlatform('284882215', undefined), 'store_a');
  assert.equal(toPlatform('com.example.app', undefined), 'store_b');
  assert.equal(toPlatform('com.example.app', 'store_b'), 'store_b');
});

test('an id of the other store is a bad request, and one of no store an unknown app', () => {
  assert.throws(() => toPlatform('com.example.app', 'store_a'), (error) => error instanceof AppError && error.code === 'invalid');
  assert.throws(() => toPlatform('no id', undefined), (error) => error instanceof AppError && error.code === 'not_found');
});

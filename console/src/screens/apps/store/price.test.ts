import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePrice, toPrice } from './price.ts';

test('a price is said in the currency of the store', () => {
  const said = [
    { price: 4.99, currency: 'USD', is_free: false },
    { price: 1.5, currency: null, is_free: null },
    { price: null, currency: 'USD', is_free: true },
    { price: 0, currency: 'EUR', is_free: null },
    { price: null, currency: 'EUR', is_free: false },
  ].map((app) => [toPrice(app), describePrice(app)]);
  assert.deepEqual(said, [
    [4.99, '$4.99'],
    [1.5, '1.50'],
    [0, 'Free'],
    [0, 'Free'],
    [null, '–'],
  ]);
});

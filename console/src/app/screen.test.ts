import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { parseSearch } from './screen.ts';

const search = v.object({
  page: v.optional(v.pipe(v.number(), v.minValue(1)), 1),
  device: v.optional(v.picklist(['desktop', 'mobile'])),
});

test('a wrong value of the address is dropped and named, and the others stay', () => {
  assert.deepEqual(parseSearch(search, { page: 'x', device: 'mobile', other: 1 }), {
    values: { page: 1, device: 'mobile' },
    dropped: ['page'],
  });
  assert.deepEqual(parseSearch(search, { page: 3, device: 'watch' }), { values: { page: 3 }, dropped: ['device'] });
});

test('a text that looks like a number is a text where one is wanted', () => {
  const texts = v.object({ q: v.optional(v.string()), regex: v.optional(v.boolean()) });
  assert.deepEqual(parseSearch(texts, { q: 2026, regex: true }), { values: { q: '2026', regex: true }, dropped: [] });
  assert.deepEqual(parseSearch(texts, { q: true, regex: 1 }), { values: { q: 'true' }, dropped: ['regex'] });
});

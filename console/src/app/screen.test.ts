import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { parseSearch } from './screen.ts';

const search = z.object({
  page: z._default(z.number().check(z.gte(1)), 1),
  device: z.optional(z.enum(['desktop', 'mobile'])),
});

test('a wrong value of the address is dropped and named, and the others stay', () => {
  assert.deepEqual(parseSearch(search, { page: 'x', device: 'mobile', other: 1 }), {
    values: { page: 1, device: 'mobile' },
    dropped: ['page'],
  });
  assert.deepEqual(parseSearch(search, { page: 3, device: 'watch' }), { values: { page: 3 }, dropped: ['device'] });
});

test('a text that looks like a number is a text where one is wanted', () => {
  const texts = z.object({ q: z.optional(z.string()), regex: z.optional(z.boolean()) });
  assert.deepEqual(parseSearch(texts, { q: 2026, regex: true }), { values: { q: '2026', regex: true }, dropped: [] });
  assert.deepEqual(parseSearch(texts, { q: true, regex: 1 }), { values: { q: 'true' }, dropped: ['regex'] });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStored, serializer } from './serializer.ts';

function roundTrip(value: unknown): unknown {
  return parseStored(serializer.stringify(value) as string);
}

test('values come back as they were, dates and undefined included', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  for (const value of [undefined, null, 0, '', 'text', false, [1, [at]], { at, list: [{ at }], text: at.toISOString() }, { $date: 1 }]) {
    assert.deepEqual(roundTrip(value), value);
  }
  assert.deepEqual(roundTrip({ here: 1, gone: undefined }), { here: 1 });
  assert.equal(parseStored(null), undefined);
});

test('what JSON would lose is refused', () => {
  for (const value of [new Map(), new Set(), 1n, Number.NaN, Number.POSITIVE_INFINITY, () => undefined, Symbol('s')]) {
    assert.throws(() => serializer.stringify({ deep: [value] }), TypeError);
  }
});

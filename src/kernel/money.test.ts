import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { partOf, sumUsd, toMicros, toUsd } from './money.ts';

const micros = () => fc.integer({ min: 0, max: 1_000_000_000_000 });

test('parts of an amount add up to it, differ by at most one millionth, and the first are the larger', () => {
  fc.assert(
    fc.property(micros(), fc.integer({ min: 1, max: 200 }), (amount, count) => {
      const parts = Array.from({ length: count }, (_none, index) => partOf(amount, index, count));
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0),
        amount,
      );
      assert.ok((parts[0] ?? 0) - (parts.at(-1) ?? 0) <= 1);
      assert.deepEqual(
        parts,
        parts.toSorted((a, b) => b - a),
      );
    }),
  );
});

test('an amount survives the way to millionths and back, and so does its text', () => {
  fc.assert(
    fc.property(micros(), (amount) => {
      assert.equal(toMicros(toUsd(amount)), amount);
      assert.equal(toMicros(Number(toUsd(amount).toFixed(6))), amount);
    }),
  );
});

test('sums do not depend on the order, and lose nothing', () => {
  fc.assert(
    fc.property(fc.array(micros(), { maxLength: 50 }), (amounts) => {
      const exact = toUsd(amounts.reduce((sum, amount) => sum + amount, 0));
      assert.equal(sumUsd(amounts.map(toUsd)), exact);
      assert.equal(sumUsd(amounts.toReversed().map(toUsd)), exact);
    }),
  );
  assert.equal(sumUsd([0.1, 0.2]), 0.3);
});

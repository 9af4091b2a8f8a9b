import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { sumUsd, toUsd } from '#kernel/money.ts';
import { record } from '../../../test/support/budget-fixture.ts';
import { compareRecords, type RecordsToCompare } from './compare-records.ts';
import type { BookedCall } from './store/reconcile.ts';

function booked(more: Partial<BookedCall> & Pick<BookedCall, 'id'>): BookedCall {
  return { taskId: null, tag: null, endpoint: '/v3/serp/x', costUsd: 0.002, isConfirmed: true, at: new Date(0), ...more };
}

function compare(given: Partial<RecordsToCompare>) {
  const { records = [], paid = [] } = given;
  return compareRecords({ records, around: records, paid, known: paid, reservedTags: new Set(), ...given });
}

function kinds(comparison: ReturnType<typeof compareRecords>) {
  return comparison.differences.map(({ kind, taskId, ledgerUsd, providerUsd }) => [kind, taskId, ledgerUsd, providerUsd]);
}

test('records that agree have no differences', () => {
  const comparison = compare({
    records: [record({ taskId: 'a', costUsd: 0.002 }), record({ taskId: 'b', tag: 'spend_b', costUsd: 0.002 })],
    paid: [booked({ id: 'cost_a', taskId: 'a' }), booked({ id: 'cost_b', tag: 'spend_b' })],
  });
  assert.deepEqual(comparison, {
    provider: { calls: 2, usd: 0.004 },
    ledger: { calls: 2, usd: 0.004 },
    unsettled: { calls: 0, usd: 0 },
    differences: [],
  });
});

test('finds what is missing on either side, and prices that differ', () => {
  const comparison = compare({
    records: [record({ taskId: 'only-theirs', costUsd: 0.5 }), record({ taskId: 'dearer', costUsd: 0.003 })],
    paid: [booked({ id: 'cost_1', taskId: 'only-ours', costUsd: 0.1 }), booked({ id: 'cost_2', taskId: 'dearer' })],
  });
  assert.deepEqual(kinds(comparison), [
    ['missing_in_ledger', 'only-theirs', 0, 0.5],
    ['different_price', 'dearer', 0.002, 0.003],
    ['missing_at_provider', 'only-ours', 0.1, 0],
  ]);
});

test('a call that is still reserved is no difference', () => {
  const comparison = compare({
    records: [record({ taskId: 'a', tag: 'spend_a', costUsd: 0.002 })],
    reservedTags: new Set(['spend_a']),
  });
  assert.deepEqual([comparison.unsettled, comparison.differences], [{ calls: 1, usd: 0.002 }, []]);
});

test('what neither side charged is no difference', () => {
  const refused = booked({ id: 'cost_1', taskId: 'refused', costUsd: 0 });
  assert.deepEqual(compare({ records: [record({ taskId: 'free', costUsd: 0 })], known: [refused] }).differences, []);
});

test('two tasks under one tag are two charges', () => {
  const records = [record({ taskId: 'a', tag: 'spend_1', costUsd: 0.002 }), record({ taskId: 'b', tag: 'spend_1', costUsd: 0.002 })];
  const uncomparison = compare({ records, paid: [booked({ id: 'cost_1', tag: 'spend_1' })] });
  assert.deepEqual(kinds(uncomparison), [['missing_in_ledger', 'b', 0, 0.002]]);
  const comparison = compare({ records, paid: [booked({ id: 'cost_1', taskId: 'b', tag: 'spend_1' })] });
  assert.deepEqual(kinds(comparison), [['missing_in_ledger', 'a', 0, 0.002]]);
});

test('a call just outside the span, by the clock of either side, is not missed', () => {
  const theirs = record({ taskId: 'a', costUsd: 0.002 });
  const ours = booked({ id: 'cost_a', taskId: 'a' });
  assert.deepEqual(compare({ records: [], around: [theirs], paid: [ours] }).differences, []);
  assert.deepEqual(compare({ records: [theirs], paid: [], known: [ours] }).differences, []);
});

test('the ledger, the unsettled calls and the differences always add up to what the provider charged', () => {
  const call = fc.record({
    price: fc.nat(30_000),
    ledger: fc.constantFrom('same', 'dearer', 'none', 'reserved', 'uncomparison'),
    alone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 30 }), (calls) => {
      const records = calls.map(({ price }, at) => record({ taskId: `t${at}`, tag: `tag${at}`, costUsd: toUsd(price) }));
      const known = calls.flatMap(({ price, ledger }, at) => {
        if (ledger === 'none' || ledger === 'reserved') return [];
        const costUsd = toUsd(ledger === 'dearer' ? price + 1 : price);
        return [booked({ id: `c${at}`, taskId: ledger === 'uncomparison' ? null : `t${at}`, tag: `tag${at}`, costUsd })];
      });
      const alone = calls.flatMap(({ alone: isAlone, price }, at) =>
        isAlone ? [booked({ id: `x${at}`, taskId: `x${at}`, costUsd: toUsd(price + 1) })] : [],
      );
      const reservedTags = new Set(calls.flatMap(({ ledger }, at) => (ledger === 'reserved' ? [`tag${at}`] : [])));
      const { provider, ledger, unsettled, differences } = compare({ records, paid: [...known, ...alone], known, reservedTags });
      const beyond = differences.map(({ providerUsd, ledgerUsd }) => sumUsd([providerUsd, -ledgerUsd]));
      assert.equal(sumUsd([ledger.usd, unsettled.usd, ...beyond]), provider.usd);
      assert.equal(
        differences.length,
        alone.length + calls.filter(({ ledger: kind, price }) => kind === 'dearer' || (kind === 'none' && price > 0)).length,
      );
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import { RULE_DEFAULTS, type Confirm } from '../rule.ts';
import type { FoldOptions } from './event-kind.ts';
import { newCompetitor } from './new-competitor.ts';
import type { HostObservation } from './sources/hosts.ts';

const FIRST = '2026-01-01';

function read(counts: readonly number[]): HostObservation[] {
  return counts.map((keywords, at) => ({
    day: addDays(FIRST, at),
    at: new Date(`${addDays(FIRST, at)}T10:00:00Z`),
    keywords,
    seen: keywords,
  }));
}

function fold(seen: readonly HostObservation[], confirm: Confirm = 'none', more: Partial<FoldOptions> = {}) {
  const condition = { ...RULE_DEFAULTS, confirm, when: { event: 'new_competitor' } };
  const folded = newCompetitor.fold({ top: 10, keywords: 3 }, { key: 'rival.com', label: 'rival.com' }, seen, {
    condition,
    from: FIRST,
    unjudgedDays: new Set(),
    ...more,
  });
  return folded.matches.filter(({ isPending }) => !isPending);
}

const daysOf = (counts: readonly number[], confirm?: Confirm): number[] =>
  fold(read(counts), confirm).map(({ day }) => countDaysBetween(FIRST, day));

test('a host is new on enough pages when it stood on none for 28 days', () => {
  assert.deepEqual(daysOf([0, 3, 4]), [1]);
  assert.deepEqual(daysOf([0, 1, 3]), [], 'it came slowly');
  assert.deepEqual(daysOf([3, ...Array<number>(28).fill(0), 3]), [0, 29]);
  assert.deepEqual(daysOf([3, ...Array<number>(27).fill(0), 3]), [0]);
});

test('confirmed by the next day, and over when it stands on fewer', () => {
  assert.deepEqual(daysOf([0, 3, 3], 'next'), [2]);
  assert.deepEqual(daysOf([0, 3, 0, 0], 'next'), []);
  assert.equal(fold(read([0, 3, 3, 1]))[0]?.overOn, addDays(FIRST, 3));
});

test('what is found on a day depends on the sixty days before it alone', () => {
  const Counts = fc.array(fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 200,
    size: 'max',
  });
  fc.assert(
    fc.property(Counts, fc.constantFrom('none' as const, 'next' as const), (counts, confirm) => {
      const seen = read(counts);
      const whole = fold(seen, confirm);
      for (const { day } of seen) {
        const then = seen.filter((one) => one.day >= addDays(day, -60) && one.day <= day);
        assert.deepEqual(
          fold(then, confirm, { from: day }).map((match) => match.day),
          whole.filter((match) => match.day === day).map((match) => match.day),
        );
      }
    }),
  );
});

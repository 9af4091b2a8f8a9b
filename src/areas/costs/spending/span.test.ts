import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { AppError } from '#kernel/errors.ts';
import { endOf, PERIODS, startOf } from '../periods.ts';
import { splitSpan, toSpendSpan } from './span.ts';

const START_MS = Date.UTC(2027, 1, 27);

/** Moments of a few days around the end of a February, many of them exactly on the hour. */
const moment = () =>
  fc
    .tuple(fc.nat(96), fc.oneof(fc.constant(0), fc.constant(1), fc.nat(HOUR_MS - 1)))
    .map(([hours, ms]) => new Date(START_MS + hours * HOUR_MS + ms));

test('a span is split into whole hours and edges that cover every moment once', () => {
  fc.assert(
    fc.property(moment(), moment(), moment(), fc.boolean(), fc.boolean(), (one, other, at, isOpenBefore, isOpenAfter) => {
      const [from, to] = one <= other ? [one, other] : [other, one];
      const span = { since: isOpenBefore ? undefined : from, until: isOpenAfter ? undefined : to };
      const { hours, edges } = splitSpan(span);
      const isIn = ({ since, until }: { since?: Date | undefined; until?: Date | undefined }): boolean =>
        (since === undefined || at >= since) && (until === undefined || at < until);
      const parts = [...(hours === undefined ? [] : [hours]), ...edges];
      assert.equal(parts.filter(isIn).length, isIn(span) ? 1 : 0);
      for (const bound of [hours?.since, hours?.until]) assert.equal((bound?.getTime() ?? 0) % HOUR_MS, 0);
      for (const edge of edges) assert.ok(edge.until.getTime() - edge.since.getTime() < 2 * HOUR_MS);
    }),
    { numRuns: 2_000 },
  );
});

test('every moment lies in its period, and periods follow each other without a gap', () => {
  const anyMoment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyMoment, fc.constantFrom(...PERIODS.filter((period) => period !== 'run')), (at, period) => {
      const [start, end] = [startOf(period, at), endOf(period, at)];
      assert.ok(end !== undefined && start <= at && at < end);
      assert.deepEqual(startOf(period, end), end);
      assert.deepEqual(startOf(period, new Date(end.getTime() - 1)), start);
      if (period === 'month') assert.ok([28, 29, 30, 31].includes((end.getTime() - start.getTime()) / DAY_MS));
    }),
  );
  assert.deepEqual([startOf('run', new Date()).getTime(), endOf('run', new Date())], [0, undefined]);
});

test('the last minutes take the place of the beginning, and a span may not end before it begins', () => {
  const now = new Date(START_MS);
  const since = new Date(0);
  assert.deepEqual(toSpendSpan({ minutes: 5, since }, now), { since: new Date(START_MS - 300_000), until: undefined });
  assert.deepEqual(toSpendSpan({ since, until: since }, now), { since, until: since });
  assert.throws(
    () => toSpendSpan({ since: now, until: since }, now),
    (error) => error instanceof AppError && error.code === 'invalid',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDays } from '#data/time/days.ts';
import { describeDay, listIsolated, toDayTicks, toDrawn, toRuns, toWeekends } from './plot-data.ts';
import type { Line } from './spec.ts';

const own: Line = { id: 'own', label: 'own.example', values: [1, null, 2, null, null] };
const rival: Line = { id: 'rival', label: 'rival.example', values: [3, null, null, 4, 0] };

test('lines are drawn as they are', () => {
  assert.deepEqual(toDrawn({ lines: [own, rival] }).values, [own.values, rival.values]);
});

test('areas are stacked, the sum first, and a day without any value stays a gap', () => {
  const { lines, values } = toDrawn({ lines: [own, rival], shape: 'areas' });
  assert.deepEqual(lines, [rival, own]);
  assert.deepEqual(values, [
    [4, null, 2, 4, 0],
    [1, null, 2, 0, 0],
  ]);
});

test('a value between two gaps is a dot, because no line reaches it', () => {
  assert.deepEqual(listIsolated([1, null, 2, 3, null, 4]), [0, 5]);
});

test('days get labels that have room: every day, Mondays, first days of months', () => {
  const days = listDays('2026-10-01', '2026-12-31');
  const label = (from: number, to: number, most: number): (string | undefined)[] =>
    toDayTicks(days, { from, to, most }).map((at) => days[at]);
  assert.deepEqual(label(0, 3, 10), ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04']);
  assert.deepEqual(label(0, 30, 5), ['2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26']);
  assert.deepEqual(label(0, 91, 5), ['2026-10-01', '2026-11-01', '2026-12-01']);
});

test('one day of each week gets a label as often as there is room, and is no weekend', () => {
  const sundays = ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29'];
  assert.deepEqual(toDayTicks(sundays, { from: 0, to: 4, most: 2 }), [0, 3]);
  assert.deepEqual([toWeekends(sundays), toWeekends(['2026-11-27', '2026-11-28', '2026-11-29'])], [[], [[1, 2]]]);
});

test('days that belong together become runs', () => {
  const days = listDays('2026-11-01', '2026-11-06');
  const failed = new Set(['2026-11-01', '2026-11-02', '2026-11-05']);
  assert.deepEqual(
    toRuns(days, (day) => failed.has(day)),
    [
      [0, 1],
      [4, 4],
    ],
  );
});

test('a day is said in words, with what was not measured', () => {
  const spec = { days: ['2026-11-01'], format: String, failedDays: new Set(['2026-11-01']) };
  assert.equal(
    describeDay(spec, [own, { ...rival, values: [null] }], 0),
    '2026-11-01 · own.example 1 · rival.example not measured · checks failed',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverviewDay } from '#client';
import { findLast, toDistributionChart, toFigure, toShareChart, type Overview } from './figures.ts';
import { findChangesSince, findFirstUncompared, whyNotCompared } from './known.ts';

const day = (date: string, change: Partial<OverviewDay> = {}): OverviewDay =>
  ({
    date,
    keywords: 10,
    checked: 10,
    ranked: 6,
    top_3: 1,
    top_10: 4,
    not_found: 4,
    failed: 0,
    share_of_voice: 0.1,
    average_position: 8,
    ...change,
  }) as OverviewDay;
const unknown = (date: string): OverviewDay =>
  day(date, { keywords: 0, checked: 0, ranked: 0, top_3: 0, top_10: 0, not_found: 0, share_of_voice: null });
const overview = (days: OverviewDay[], compared: OverviewDay[] = []): Overview =>
  ({ days, compared_days: compared }) as unknown as Overview;
const share = (one: OverviewDay): number | null => one.share_of_voice;

test('a figure is that of the last known day, against the last known one of the compared days', () => {
  const days = [day('2026-11-20'), day('2026-11-21', { share_of_voice: 0.4 }), unknown('2026-11-22')];
  assert.equal(findLast(days)?.date, '2026-11-21');
  const compared = [day('2026-11-17', { share_of_voice: 0.5 }), unknown('2026-11-18')];
  const { value, change } = toFigure(overview(days, compared), share);
  assert.deepEqual([value, change?.toFixed(2)], [0.4, '-0.10']);
});

test('without compared days the first known day is compared with, but never a day with itself', () => {
  const days = [unknown('2026-11-19'), day('2026-11-20'), day('2026-11-21', { share_of_voice: 0.4 })];
  assert.equal(toFigure(overview(days), share).change?.toFixed(2), '0.30');
  assert.equal(toFigure(overview([day('2026-11-20')]), share).change, null);
  assert.deepEqual(toFigure(overview([unknown('2026-11-20')]), share), { value: null, change: null });
  assert.equal(findChangesSince(overview(days)), '2026-11-20');
  const later = ['2026-11-21', '2026-11-22'].map((date) => day(date, { checked: 0 }));
  assert.equal(findChangesSince(overview([day('2026-11-20'), ...later])), undefined, 'nothing was checked since');
  assert.equal(findChangesSince(overview(days, [unknown('2026-11-18')])), undefined);
  assert.equal(findChangesSince(overview([day('2026-11-20')])), undefined);
});

test('an outcome that stands for days is not compared with itself', () => {
  const carried = (date: string): OverviewDay => day(date, { checked: 0 });
  const days = [day('2026-11-20'), carried('2026-11-21'), carried('2026-11-22')];
  assert.equal(toFigure(overview(days), share).change, null);
  assert.equal(toFigure(overview(days.slice(1), days.slice(0, 1)), share).change, null);
  assert.equal(toFigure(overview([...days, day('2026-11-23')]), share).change, 0);
  const moves = { before: '2026-11-20', after: '2026-11-22' } as Overview['moves'];
  const why = 'no keyword had a good check after Nov 20, 2026 and by Nov 22, 2026.';
  assert.equal(whyNotCompared({ days, compared_days: [], moves }), why);
  assert.equal(whyNotCompared({ days: [...days.slice(0, 2), day('2026-11-22')], compared_days: [], moves }), undefined);
});

test('days that are not here may have had a check: a year before is compared with', () => {
  const carried = [day('2026-11-21', { checked: 0 }), day('2026-11-22', { checked: 0 })];
  const yearBefore = [day('2025-11-21'), day('2025-11-22', { share_of_voice: 0.3 })];
  assert.equal(toFigure(overview(carried, yearBefore), share).change?.toFixed(2), '-0.20');
  const moves = { before: '2025-11-22', after: '2026-11-22' } as Overview['moves'];
  assert.equal(whyNotCompared({ days: carried, compared_days: yearBefore, moves }), undefined);
});

test('the first known day is compared with when nothing is known of the days before', () => {
  const days = [unknown('2026-11-19'), day('2026-11-20')];
  assert.equal(findFirstUncompared(overview(days, [unknown('2026-11-18')])), '2026-11-20');
  assert.equal(findFirstUncompared(overview(days, [day('2026-11-18')])), undefined);
  assert.equal(findFirstUncompared(overview([unknown('2026-11-19')])), undefined);
});

test('days of which nothing is known are gaps, and days with failed checks are marked', () => {
  const days = [unknown('2026-11-20'), day('2026-11-21', { failed: 2 })];
  const { lines, failedDays } = toDistributionChart(overview(days));
  assert.deepEqual(
    lines.map(({ values }) => values),
    [
      [null, 1],
      [null, 3],
      [null, 2],
      [null, 4],
    ],
  );
  assert.deepEqual([...(failedDays ?? [])], ['2026-11-21']);
});

test('a compared line is drawn only where something is known of it', () => {
  const days = [day('2026-11-20')];
  assert.deepEqual(
    toShareChart(overview(days, [unknown('2026-10-20')])).lines.map(({ id }) => id),
    ['now'],
  );
  assert.deepEqual(
    toShareChart(overview(days, [day('2026-10-20')])).lines.map(({ id }) => id),
    ['now', 'before'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppCategory } from '#client';
import { findNewest, toCategoryGroups } from './categories.ts';
import { toHistoryChart, toMoves, toWeeksChart } from './moves.ts';

const LIST = { scraped_at: '2026-11-18T05:00:00.000Z', list_usd: 0.0012 };
const place = (id: string, rank: number) => ({ app_id: id, title: id.toUpperCase(), rank, ...LIST });

test('says who came, who went and who moved since the week before', () => {
  const moves = toMoves([place('a', 1), place('b', 2), place('c', 3)], [place('b', 1), place('a', 4), place('d', 2)]);
  assert.deepEqual(
    ['a', 'b', 'c'].map((id, at) => moves.moveOf(id, at + 1)),
    [3, -1, 'new'],
  );
  assert.deepEqual([moves.entered.map(({ app_id: id }) => id), moves.left.map(({ app_id: id }) => id)], [['c'], ['d']]);
});

test('says nothing of a week that was not read', () => {
  const moves = toMoves([place('a', 1)], []);
  assert.deepEqual([moves.isKnown, moves.moveOf('a', 1), moves.entered, moves.left], [false, null, [], []]);
});

test('says of no app that it came or went where one of both weeks was not read so deep', () => {
  const deep = Array.from({ length: 200 }, (_one, at) => place(`app${at}`, at + 1));
  const short = deep.slice(0, 99).concat(place('other', 100));
  const [later, earlier] = [toMoves(deep, short), toMoves(short, deep)];
  assert.deepEqual([later.moveOf('app99', 100), later.moveOf('app150', 151), later.moveOf('app5', 6)], ['new', null, 0]);
  assert.deepEqual(
    [later.entered, later.left, earlier.entered, earlier.left].map((places) => places.map(({ app_id: id }) => id)),
    [['app99'], ['other'], ['other'], ['app99']],
  );
});

test('draws no place in a week without a reading, and says why it is missing', () => {
  const lists = [
    { week: '202645', places: [place('a', 2), place('b', 1)] },
    { week: '202646', places: [] },
    { week: '202647', places: [place('a', 1)] },
  ];
  const { days, lines, reading } = toWeeksChart(lists, [place('a', 1), place('b', 1)]);
  assert.deepEqual([reading(0, 1)?.costUsd, reading(1, 1)], [LIST.list_usd, undefined]);
  assert.deepEqual(days, ['2026-11-02', '2026-11-09', '2026-11-16']);
  assert.deepEqual(
    lines.map(({ values }) => values),
    [
      [2, null, 1],
      [1, null, null],
    ],
  );
  assert.deepEqual([lines[1]?.said?.(1), lines[1]?.said?.(2)], ['not read', 'not in the top 1']);
});

test('keeps the gaps of an app between its readings, by day and by week', () => {
  const rows = [
    { date: '2026-11-18', year_week: '202647', rank: 3, ...LIST },
    { date: '2026-11-02', year_week: '202645', rank: 5, ...LIST },
    { date: '2026-11-04', year_week: '202645', rank: 4, ...LIST },
  ];
  const byDay = toHistoryChart(rows.slice(1), 'day');
  assert.deepEqual(
    [byDay.days, byDay.lines[0]?.values],
    [
      ['2026-11-02', '2026-11-03', '2026-11-04'],
      [5, null, 4],
    ],
  );
  const byWeek = toHistoryChart(rows.slice(0, 2), 'week');
  assert.deepEqual(
    [byWeek.days, byWeek.lines[0]?.values],
    [
      ['2026-11-02', '2026-11-09', '2026-11-16'],
      [5, null, 3],
    ],
  );
  assert.deepEqual(toHistoryChart([], 'week').days, []);
});

const category = (id: string, given: Partial<AppCategory> = {}) =>
  ({
    category_id: id,
    name: id,
    section: 'apps',
    category_type: 'chart',
    parent_category_id: null,
    last_scraped_at: null,
    ...given,
  }) as AppCategory;

test('lists categories by section, those below another one after it', () => {
  const groups = toCategoryGroups([
    category('Zoo', { parent_category_id: 'Store' }),
    category('Store'),
    category('Art', { parent_category_id: 'Store', category_type: 'grouping' }),
    category('Dice', { section: 'games', parent_category_id: 'Store' }),
  ]);
  assert.deepEqual(
    groups.map(({ group, items }) => [group, items.map(({ label, depth }) => `${depth} ${label}`)]),
    [
      ['Apps', ['0 Store', '1 Art (hub)', '1 Zoo']],
      ['Games', ['0 Dice']],
    ],
  );
});

test('finds the category that was read last', () => {
  const read = category('b', { last_scraped_at: '2026-11-02T10:00:00Z' });
  assert.equal(findNewest([category('a'), read, category('c', { last_scraped_at: '2026-11-01T10:00:00Z' })]), read);
  assert.equal(findNewest([category('a')]), undefined);
});

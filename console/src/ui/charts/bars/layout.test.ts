import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelEvery, sumParts, toLines, toSeries, toStack, type Bar } from './layout.ts';

const bar = (values: Record<string, number>): Bar => ({
  label: 'x',
  parts: Object.entries(values).map(([name, value]) => ({ name, value })),
});

test('lines are round, begin at 0 and reach the highest bar', () => {
  assert.deepEqual(toLines(1.872), [0, 0.5, 1, 1.5, 2]);
  assert.deepEqual(toLines(100), [0, 25, 50, 75, 100]);
  assert.deepEqual(toLines(0), [0, 1]);
  for (const max of [0.0034, 0.7, 9.99, 12, 101, 12_345]) {
    const lines = toLines(max);
    assert.ok(lines.at(-1)! >= max && lines.length <= 5, String(lines));
  }
});

test('lines of counts stand at whole numbers', () => {
  assert.deepEqual(toLines(1, true), [0, 1]);
  assert.deepEqual(toLines(3, true), [0, 1, 2, 3]);
  assert.deepEqual(toLines(9, true), [0, 5, 10]);
  assert.deepEqual(toLines(100, true), [0, 25, 50, 75, 100]);
});

test('the largest series have names of their own, and the rest is one', () => {
  const bars = [bar({ serp: 5, links: 1, none: 0 }), bar({ serp: 1, llm: 3, apps: 0.5 })];
  assert.deepEqual(toSeries(bars, { max: 8, other: 'other' }), ['serp', 'llm', 'links', 'apps']);
  const series = toSeries(bars, { max: 3, other: 'other' });
  assert.deepEqual(series, ['serp', 'llm', 'other']);
  assert.deepEqual(toStack(bars[0]!, series, 'other'), [5, 0, 1]);
  assert.deepEqual(toStack(bars[1]!, series, 'other'), [1, 3, 0.5]);
  assert.equal(sumParts(bars[1]!), 4.5);
  assert.deepEqual(toSeries([bar({ serp: 1 }), bar({ guess: 9 })], { max: 3, other: 'other', guessed: 'guess' }), ['serp', 'guess']);
});

test('labels stand below every so many bars', () => {
  assert.deepEqual([labelEvery(5, 8), labelEvery(8, 8), labelEvery(30, 8), labelEvery(0, 8)], [1, 1, 4, 1]);
});

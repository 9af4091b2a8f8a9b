import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as format from './format.ts';
import { formatPoints, formatShare } from './shares.ts';

test('what is not known is a dash, and never 0', () => {
  for (const show of [
    format.formatCount,
    format.formatShort,
    format.formatDecimal,
    format.formatUsd,
    format.formatUsdTotal,
    formatPoints,
    formatShare,
    format.formatChange,
  ])
    for (const value of [null, undefined, Number.NaN]) assert.equal(show(value), format.UNKNOWN);
  assert.equal(format.formatDay(null), format.UNKNOWN);
  assert.equal(format.formatAge(null, new Date(0)), format.UNKNOWN);
});

test('figures read alike everywhere', () => {
  assert.equal(format.formatCount(12_400.4), '12,400');
  assert.equal(format.formatShort(12_400), '12.4K');
  assert.equal(format.formatDecimal(14), '14.0');
  assert.equal(formatShare(0.1244), '12.4%');
  assert.equal(format.formatChange(3), '+3');
  assert.equal(format.formatChange(-3), '−3');
  assert.equal(format.formatChange(0), '0');
  assert.equal(format.formatChange(-0.01, formatPoints), '−1.0 pp');
  assert.equal(format.formatPlural(1, 'keyword'), '1 keyword');
  assert.equal(format.formatPlural(1200, 'keyword'), '1,200 keywords');
});

test('money has two digits and those further ones that the amount has', () => {
  const shown: readonly (readonly [number, string])[] = [
    [0, '$0.00'],
    [12, '$12.00'],
    [12.4, '$12.40'],
    [0.0155, '$0.0155'],
    [1234.5678, '$1,234.5678'],
    [0.0006, '$0.0006'],
    [0.000125, '$0.000125'],
    [-0.5, '-$0.50'],
    // Sums of binary fractions have digits of their own; the amount has none of them.
    [0.1 + 0.2, '$0.30'],
    [0.0155 * 10, '$0.155'],
  ];
  for (const [value, text] of shown) assert.equal(format.formatUsd(value), text);
});

test('totals from one dollar on are in cents', () => {
  const shown = [0.0155, 0.999999, 1.005551, 16.016553, 1234.5].map((total) => format.formatUsdTotal(total));
  assert.deepEqual(shown, ['$0.0155', '$0.999999', '$1.01', '$16.02', '$1,234.50']);
});

test('amounts add up as they are shown', () => {
  const amounts = [0.0155, 0.0006, 0.000125, 0.05, 1.2];
  const read = (text: string): number => Number(text.replace('$', ''));
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const sumShown = amounts.reduce((total, amount) => total + read(format.formatUsd(amount)), 0);
  assert.equal(format.formatUsd(sumShown), format.formatUsd(sum));
});

test('an age says how far away an instant is', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  assert.equal(format.formatAge('2026-11-23T11:59:40Z', now), 'now');
  assert.equal(format.formatAge('2026-11-23T11:59:00Z', now), '1 minute ago');
  assert.equal(format.formatAge('2026-11-23T09:00:00Z', now), '3 hours ago');
  assert.equal(format.formatAge('2026-11-25T12:00:00Z', now), 'in 2 days');
});

test('an instant is shown in the zone that is asked for', () => {
  assert.equal(format.formatInstant('2026-11-23T22:05:00Z', 'UTC'), 'Nov 23, 2026, 22:05');
  assert.equal(format.formatInstant('2026-11-23T22:05:00Z', 'Asia/Tokyo'), 'Nov 24, 2026, 07:05');
});

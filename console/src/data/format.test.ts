import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as format from './format.ts';

test('what is not known is a dash, and never 0', () => {
  for (const show of [
    format.formatCount,
    format.formatShort,
    format.formatDecimal,
    format.formatUsd,
    format.formatShare,
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
  assert.equal(format.formatShare(0.1244), '12.4%');
  assert.equal(format.formatChange(3), '+3');
  assert.equal(format.formatChange(-3), '−3');
  assert.equal(format.formatChange(0), '0');
  assert.equal(format.formatChange(-0.01, format.formatShare), '−1.0%');
  assert.equal(format.formatPlural(1, 'keyword'), '1 keyword');
  assert.equal(format.formatPlural(1200, 'keyword'), '1,200 keywords');
});

test('a price below a cent is not shown as nothing', () => {
  assert.equal(format.formatUsd(12.4), '$12.40');
  assert.equal(format.formatUsd(0), '$0.00');
  assert.equal(format.formatUsd(0.0012), '$0.0012');
  assert.equal(format.formatUsd(0.0006), '$0.0006');
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

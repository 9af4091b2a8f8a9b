import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricsSource } from '#providers/search-data/index.ts';
import { mergeMonths, toDueAt, toMetricsId, toMetricsSubject, toTrend } from './metrics.ts';

const covers = (source: MetricsSource) => ({ findMetricsSource: () => source });
const at = (year: number, month: number, searchVolume = month) => ({ year, month, searchVolume });

test('devices, spellings and towns of a country are one subject; without the database a town is its own', () => {
  const austin = { keywordText: 'Running  Shoes', locationCode: 1_026_201, languageCode: 'en' };
  const country = { keywordText: 'running shoes', locationCode: 2840, languageCode: 'en' };
  const [one, other] = [austin, country].map((keyword) => toMetricsId(toMetricsSubject(covers('labs'), keyword)));
  assert.equal(one, other);
  assert.equal(toMetricsSubject(covers('google_ads'), austin).locationCode, 1_026_201);
  assert.notEqual(one, toMetricsId(toMetricsSubject(covers('google_ads'), country)));
});

test('a month later is the same day or the last one, also over the end of a year', () => {
  const due = (text: string, status: 'known' | 'refused' = 'known') => toDueAt(new Date(text), status).toISOString();
  assert.equal(due('2026-03-15T23:59:59.999Z'), '2026-04-15T00:00:00.000Z');
  assert.equal(due('2026-01-31T12:00:00Z'), '2026-02-28T00:00:00.000Z');
  assert.equal(due('2028-01-31T12:00:00Z'), '2028-02-29T00:00:00.000Z');
  assert.equal(due('2026-12-31T00:00:00Z'), '2027-01-31T00:00:00.000Z');
  assert.equal(due('2026-11-30T12:00:00Z', 'refused'), '2027-02-28T00:00:00.000Z');
});

test('months are kept beyond those of an answer, corrected by it, up to seven years', () => {
  const known = [at(2026, 1), at(2025, 12), at(2025, 11)];
  assert.deepEqual(mergeMonths([at(2026, 2), at(2026, 1, 99)], known), [at(2026, 2), at(2026, 1, 99), at(2025, 12), at(2025, 11)]);
  const years = Array.from({ length: 120 }, (_none, back) => at(2026 - Math.floor(back / 12), 12 - (back % 12)));
  const merged = mergeMonths(years.slice(0, 12), years.toReversed());
  assert.deepEqual([merged.length, merged[0], merged.at(-1)], [84, at(2026, 12), at(2020, 1)]);
  assert.deepEqual(toTrend(merged), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

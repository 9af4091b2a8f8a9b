import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toKinds, toOwnClasses, toWeeks, type Week } from './weeks.ts';

const FILLED = { weeks: 51, cost_usd: 0.03 };

const week = (day: string, domains: number | null, change: number | null, types: Record<string, number> | null = null): Week =>
  ({
    as_of: day,
    referring_domains: domains,
    backlinks: domains,
    platform_types: types,
    cost_usd: null,
    deltas: { referring_domains_change: change },
  }) as Week;

test('weeks are drawn oldest first; one that is not known is a gap; what was won and lost are bars of their own', () => {
  const weeks = [{ ...week('2026-11-15', 12, -3), cost_usd: 0.02 }, week('2026-11-08', null, null), week('2026-11-01', 15, 5)];
  const { domains, moves } = toWeeks(weeks, FILLED);
  assert.deepEqual(
    [0, 2].map((at) => domains.reading(at, 0)).map((reading) => [reading?.costUsd, reading?.together]),
    [
      [undefined, { count: 51, costUsd: 0.03 }],
      [0.02, undefined],
    ],
    'a week that was filled in shares its price',
  );
  assert.deepEqual(domains.days, ['2026-11-01', '2026-11-08', '2026-11-15']);
  assert.deepEqual(domains.lines[0]?.values, [15, null, 12]);
  assert.deepEqual(
    moves.map(({ parts, isUnknown = false }) => [isUnknown, ...parts.map(({ value }) => value)]),
    [[false, 5, 0], [true], [false, 0, 3]],
  );
});

test('kinds of sites are those of the newest snapshot that has them', () => {
  assert.deepEqual(
    toKinds([week('2026-11-15', 1, null), week('2026-11-08', 1, null, { blogs: 2, news: 7 })], FILLED).map(({ label, parts }) => [
      label,
      parts,
    ]),
    [
      ['news', [{ name: 'links', value: 7 }]],
      ['blogs', [{ name: 'links', value: 2 }]],
    ],
  );
  assert.deepEqual(toKinds([], FILLED), []);
});

test('our own classes are shown with what share of all links they are of, and not at all before any is classified', () => {
  const read = { count_news: 3, domains_total: 40, links_classified: 5, links_total: 50, links_share_pct: 10 };
  const classified = (domains: number): Week =>
    ({ ...week('2026-11-15', 40, null), classified: { ...read, domains_classified: domains } }) as Week;
  const ours = toOwnClasses([week('2026-11-22', 41, null), classified(4)]);
  assert.equal(
    ours?.coverage,
    '4 of 40 referring domains were read and classified, with 5 of 50 links (10%). The rest is not in these counts.',
  );
  assert.equal(ours.bars[0]?.parts[0]?.value, 3);
  assert.equal(toOwnClasses([classified(0)]), undefined);
});

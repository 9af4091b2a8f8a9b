import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeReading, toMetricReading, type Reading } from './reading.ts';

const now = new Date('2026-11-23T12:00:00Z');
const read = { checkedAt: '2026-11-23T09:00:00Z', provider: 'provider' };

/** Every way in which a number comes about, and what its tooltip says. */
const WAYS: readonly (readonly [Reading, string])[] = [
  [{ ...read, depth: 100, costUsd: 0.002 }, 'read 3 hours ago, 100 results deep, by DataForSEO, for $0.002'],
  [{ ...read, costUsd: 0 }, 'read 3 hours ago, by DataForSEO, free'],
  [{ ...read, costMaxUsd: 0.05 }, 'read 3 hours ago, by DataForSEO, for $0.05 at most'],
  [{ ...read, shareUsd: 0.004 }, 'read 3 hours ago, by DataForSEO, for $0.004, its share of a call'],
  [{ ...read, together: { count: 1_000, costUsd: 0.12 } }, 'read 3 hours ago, by DataForSEO, one of 1,000 for $0.12 together'],
  [{ ...read, costUsd: null }, 'read 3 hours ago, by DataForSEO, price not recorded'],
  [{}, 'age not recorded, provider not recorded, price not recorded'],
  [{ computedFrom: '8 keywords', day: '2026-11-22' }, 'computed from 8 keywords, of Nov 22, 2026, at no cost of its own'],
];

for (const [reading, sentence] of WAYS)
  test(`a number says: ${sentence}`, () => {
    assert.equal(describeReading(reading, now), sentence);
  });

test('a figure of a domain has its own price, or shares one with what came for it', () => {
  const alone = { read_at: '2026-11-23T09:00:00Z', as_of: '2026-11-22', rows: null, cost_usd: 0.02 };
  assert.equal(describeReading(toMetricReading(alone), now), 'of Nov 22, 2026, read 3 hours ago, by DataForSEO, for $0.02');
  const shared = { ...alone, as_of: null, rows: 52, cost_usd: 0.03 };
  assert.equal(describeReading(toMetricReading(shared), now), 'read 3 hours ago, by DataForSEO, one of 52 for $0.03 together');
  assert.match(describeReading(toMetricReading(null), now), /price not recorded/u);
});

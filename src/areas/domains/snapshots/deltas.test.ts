import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDeltas } from './deltas.ts';
import { NO_METRICS, type LinkedSnapshot } from './snapshot.ts';

const WEEK: LinkedSnapshot = {
  ...NO_METRICS,
  yearWeek: '202701',
  asOf: '2027-01-04',
  source: 'summary',
  costUsd: 0.02,
  capturedAt: new Date('2027-01-04T04:00:00Z'),
  rank: 30,
  backlinks: 1_000,
  referringDomains: 90,
  previous: { yearWeek: '202653', rank: 32, backlinks: 750, referringDomains: 90 },
};

test('a week is compared with the one before it', () => {
  assert.deepEqual(toDeltas(WEEK), { backlinksChange: 250, backlinksChangePct: 33.33, referringDomainsChange: 0, rankChange: -2 });
});

test('what is not known of one of the two has no change, and nothing has no percentage', () => {
  const none = { backlinksChange: null, backlinksChangePct: null, referringDomainsChange: null, rankChange: null };
  assert.deepEqual(toDeltas({ ...WEEK, previous: null }), none);
  assert.deepEqual(toDeltas({ ...WEEK, backlinks: null, rank: null }), { ...none, referringDomainsChange: 0 });
  const fromNothing = toDeltas({ ...WEEK, previous: { yearWeek: '202653', rank: null, backlinks: 0, referringDomains: null } });
  assert.deepEqual(fromNothing, { ...none, backlinksChange: 1_000 });
  assert.equal(toDeltas({ ...WEEK, backlinks: 0 }).backlinksChangePct, -100);
});

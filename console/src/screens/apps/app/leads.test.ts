import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackedApp } from '#client';
import { sayApp, sayApps, sayNoCompetitors, sayStoreChart, sayUnread, sayUnreadReviews, whyUnread } from './leads.ts';

const app = (change: Partial<TrackedApp>): TrackedApp =>
  ({ app_id: '1', title: 'Flow', name: null, ranks: [], last_error: null, last_run_at: '2026-11-26T10:00:00Z', ...change }) as TrackedApp;

test('apps: the best place, and what failed or was not read', () => {
  const ranks = [
    { rank: null, chart: 'top-free', category_id: '1', category_name: null },
    { rank: 28, chart: 'top-free', category_id: '6000', category_name: 'Business' },
  ] as unknown as TrackedApp['ranks'];
  assert.equal(sayApps([]), undefined);
  assert.equal(sayApps([app({ ranks })]), '1 app is tracked. The best place is 28 in Top free, Business: Flow.');
  assert.equal(
    sayApps([app({ last_error: 'HTTP status 500' }), app({ last_run_at: null })]),
    '2 apps are tracked. The last reading of 1 failed. 1 is not read yet.',
  );
});

test('a reading that was refused or lacks charts is not said to have failed, and nothing was read where nothing was', () => {
  const [failed, refused, charts] = ['HTTP status 500', 'budget_exceeded', 'chart 6000 top-free: HTTP status 500'].map((error) =>
    app({ last_error: error }),
  ) as [TrackedApp, TrackedApp, TrackedApp];
  assert.equal(
    sayApps([failed, refused, charts]),
    '3 apps are tracked. The last reading of 1 failed. The last reading of 1 was refused. The last reading of 1 lacks charts.',
  );
  assert.deepEqual([[failed], [refused], [charts], [refused, refused], [failed, charts]].map(sayUnread), [
    'The last reading failed',
    'The last reading was refused',
    'The last reading lacks charts',
    'The last reading of 2 apps was refused',
    'The last reading of 2 apps failed',
  ]);
  assert.equal(whyUnread(failed), 'HTTP status 500. What was read before is shown.');
  assert.equal(sayUnreadReviews('budget_exceeded'), 'The last reading of them was refused. A budget had no room for it.');
  assert.equal(sayUnreadReviews('HTTP status 500'), 'They could not be read the last time: HTTP status 500');
  assert.equal(whyUnread({ ...refused, last_run_at: null }), 'A budget had no room for it. Nothing of it was read yet.');
});

test('an app: its rating, and how that moved only where two readings are known', () => {
  const known = { rating: 4.3, rating_count: 32_500, version: '3.4.0', status: 'available', platform: 'store_a' } as const;
  const ratings = [
    { date: '2026-11-20', rating: 4.5 },
    { date: '2026-11-10', rating: 4.1 },
  ] as unknown as Parameters<typeof sayApp>[0]['ratings'];
  assert.equal(sayApp({ ...known, ratings }), 'Rated 4.3 of 5 by 32,500, up 0.2 over the days read; version 3.4.0 is in the store.');
  assert.equal(sayApp({ ...known, ratings: [], version: null }), 'Rated 4.3 of 5 by 32,500.');
  assert.equal(sayApp({ ...known, rating: null, ratings: [] }), 'No rating of it was seen where it was read.');
  assert.equal(sayApp({ ...known, status: 'pending', rating: null, ratings: [] }), 'Nothing of it was read yet.');
  assert.equal(sayApp({ ...known, status: 'removed', ratings }), 'Apple App Store no longer has it.');
});

test('competitors: none is said to be missing before a search was read', () => {
  const say = (tracked: number, read: number) => sayNoCompetitors({ terms_tracked: tracked, terms_read: read }).title;
  assert.deepEqual([say(0, 0), say(2, 0), say(2, 1)], ['Not known yet', 'Not known yet', 'No other app found']);
});

test('a chart of a store: who leads it, where the first place was read', () => {
  const flow = { title: 'Flow', rank: 1 };
  assert.equal(sayStoreChart([{ title: 'Other', rank: 2 }, flow], 200), 'Flow leads. 200 places were read.');
  assert.equal(sayStoreChart([{ title: 'Other', rank: 2 }], 1), 'The first place is not known. 1 place was read.');
  assert.equal(sayStoreChart([], 0), undefined);
});

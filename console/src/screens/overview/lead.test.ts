import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverviewDay, OverviewMover } from '#client';
import { sayOverview, sayVisit } from './lead.ts';

type Said = Parameters<typeof sayOverview>[0];

const day = (date: string, change: Partial<OverviewDay> = {}): OverviewDay =>
  ({
    date,
    keywords: 20,
    checked: 20,
    ranked: 18,
    top_10: 9,
    top_3: 2,
    not_found: 2,
    failed: 0,
    share_of_voice: 0.03,
    ...change,
  }) as OverviewDay;
const unmeasured = (date: string): OverviewDay => day(date, { keywords: 0, checked: 0, ranked: 0, share_of_voice: null });
const mover = (keyword: string, before: number | null, now: number | null): OverviewMover =>
  ({ keyword, previous_position: before, position: now, rank_absolute: now, search_volume: null, places: 7 }) as OverviewMover;

const NONE = { up: 0, down: 0, new: 0, lost: 0, unchanged: 0 };

function say(change: Partial<Said> & { readonly counts?: Partial<typeof NONE> }): string {
  const { counts, moves, ...rest } = change;
  return sayOverview({
    days: [day('2026-11-17'), day('2026-11-24', { share_of_voice: 0.034 })],
    compared_days: [],
    outcomes: { tracked: 20, ranked: 18, not_found: 2, failed: 0, pending: 0 },
    spend: { month_usd: 1.93, projected_usd: 2, budget_usd: null },
    position_scale: 'organic',
    moves: { before: '2026-11-17', after: '2026-11-24', up: [], down: [], new: [], lost: [], ...moves, counts: { ...NONE, ...counts } },
    ...rest,
  } as Said);
}

test('a project in one line: what moved, why, and what it cost', () => {
  const moves = { up: [mover('invoice template', 12, 5)], lost: [mover('billing app', 8, null)] } as unknown as Said['moves'];
  assert.equal(
    say({ counts: { up: 12, down: 7, lost: 2, unchanged: 3 }, moves }),
    'Since Nov 17, 2026: 12 keywords up, 7 down and 2 lost. Share of voice rose 0.4 points to 3.4%. “invoice template” (12 → 5) rose furthest. $1.93 spent this month.',
  );
  assert.equal(
    say({ days: [day('2026-11-17'), day('2026-11-24', { share_of_voice: 0.02 })], counts: { up: 1, down: 3, lost: 2 }, moves }),
    'Since Nov 17, 2026: 1 keyword up, 3 down and 2 lost. Share of voice fell 1 point to 2.0%. “billing app” (8 → not found) fell furthest. $1.93 spent this month.',
  );
});

test('nothing that was not measured is said as good, bad or unchanged', () => {
  const unknown = { days: [unmeasured('2026-11-17'), unmeasured('2026-11-24')] };
  assert.equal(say({ ...unknown, outcomes: { tracked: 0, ranked: 0, not_found: 0, failed: 0, pending: 0 } }), 'No keyword is tracked yet.');
  assert.equal(
    say({ ...unknown, outcomes: { tracked: 20, ranked: 0, not_found: 0, failed: 0, pending: 20 } }),
    '20 keywords are not checked yet. $1.93 spent this month.',
  );
  assert.equal(
    say({ ...unknown, outcomes: { tracked: 20, ranked: 0, not_found: 0, failed: 20, pending: 0 } }),
    'Nothing was measured in these days. The newest check of 20 keywords failed. $1.93 spent this month.',
  );
});

test('a project of one day has nothing to compare with, and says so', () => {
  assert.equal(
    say({ days: [day('2026-11-24')] }),
    'On Nov 24, 2026, 18 of 20 keywords ranked, 9 in the top 10. There is no earlier day to compare with yet. $1.93 spent this month.',
  );
  const itself = { before: '2026-11-24', after: '2026-11-24' } as Said['moves'];
  assert.match(say({ days: [day('2026-11-24')], moves: itself, counts: { unchanged: 20 } }), /no earlier day to compare with yet/u);
});

test('a still week is said as still, with what failed beside it', () => {
  assert.equal(
    say({
      days: [day('2026-11-17'), day('2026-11-24')],
      counts: { unchanged: 18 },
      outcomes: { tracked: 20, ranked: 16, not_found: 2, failed: 1, pending: 1 },
    }),
    'Since Nov 17, 2026: no keyword moved. Share of voice is 3.0%, unchanged. The newest check of 1 keyword failed and 1 keyword is not checked yet. $1.93 spent this month.',
  );
});

test('what was checked once is not said to stand still on the days after', () => {
  assert.equal(
    say({
      days: [day('2026-11-23'), day('2026-11-24', { checked: 0 })],
      moves: { before: '2026-11-23' } as Said['moves'],
      counts: { unchanged: 20 },
    }),
    'On Nov 24, 2026, 18 of 20 keywords ranked, 9 in the top 10. No keyword had a good check after Nov 23, 2026 and by Nov 24, 2026, so nothing is known to have moved. $1.93 spent this month.',
  );
});

test('what changed since the last visit is said of what was checked since', () => {
  const sayOf = (counts: typeof NONE, ...later: OverviewDay[]): string | undefined =>
    sayVisit({
      days: [day('2026-11-20'), ...later],
      compared_days: [],
      moves: { before: '2026-11-20', counts } as unknown as Said['moves'],
    });
  const [carried, checked] = [day('2026-11-21', { checked: 0 }), day('2026-11-22')];
  assert.equal(
    sayOf({ ...NONE, up: 4, down: 2, unchanged: 9 }, carried, checked),
    'Since you last looked, on Nov 20, 2026: 4 keywords up and 2 down.',
  );
  assert.equal(sayOf({ ...NONE, unchanged: 9 }, carried, checked), 'Since you last looked, on Nov 20, 2026: no keyword moved.');
  assert.equal(sayOf({ ...NONE, unchanged: 9 }, carried), 'No keyword had a good check since you last looked, on Nov 20, 2026.');
  assert.equal(sayOf(NONE, carried, checked), undefined, 'no keyword is known on both days');
});

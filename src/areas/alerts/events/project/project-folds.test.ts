import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { RULE_DEFAULTS } from '../../rule.ts';
import type { EventKind, Folded, Observation, Subject } from '../event-kind.ts';
import { findEventKind } from '../index.ts';

const FIRST = '2026-01-01';
const day = (at: number): string => addDays(FIRST, at);
const at = (of: string): Date => new Date(`${of}T12:00:00Z`);

interface Asked {
  readonly when: { readonly event: string; readonly [name: string]: unknown };
  readonly from?: string;
  readonly unjudged?: readonly string[];
  readonly firing?: readonly string[];
  readonly subject?: Partial<Subject> & Record<string, unknown>;
}

function fold(seen: readonly Observation[], { when, from = FIRST, unjudged = [], firing = [], subject }: Asked): Folded {
  const kind: EventKind = findEventKind(when.event)!;
  const { event: _event, ...params } = when;
  return kind.fold(kind.params.parse(params), { key: 'one', label: 'One', ...subject }, seen, {
    condition: { ...RULE_DEFAULTS, when },
    from,
    unjudgedDays: new Set(unjudged),
    firing: new Map(firing.map((key) => [key, [new Date(0)]])),
  });
}

const spans = ({ matches }: Folded): (string | null)[][] => matches.map((match) => [match.day, match.overOn]);

/** Days of a metric; null: no search volume is known, so there is no share. */
function metrics(values: readonly (number | null)[], counts: { readonly checked?: number; readonly failed?: number } = {}): Observation[] {
  return values.map((share, index) => ({
    day: day(index),
    at: at(day(index)),
    totals: {
      keywords: 100,
      checked: 100,
      failed: 0,
      ranked: share === null ? 0 : 50,
      positionSum: 500,
      top3: share ?? 0,
      volumeSum: share === null ? 0 : 1_000,
      voiceSum: share === null ? 0 : share * 10,
      ...counts,
    },
  }));
}

test('a figure fires on the day on which it passes the bound, and is over where it has passed it back', () => {
  const when = { event: 'metric', metric: 'share_of_voice', below: 10 };
  assert.deepEqual(spans(fold(metrics([12, 11, 9, 8, 11, 9]), { when })), [
    [day(2), day(4)],
    [day(5), null],
  ]);
  const first = fold(metrics([9, 8]), { when });
  assert.deepEqual([first.matches, first.suppressed], [[], { first: 1 }], 'what is so from the beginning has not happened');
  const upward = fold(metrics([9, 12]), { when: { event: 'metric', metric: 'keywords_top_3', above: 10 } });
  assert.deepEqual(spans(upward), [[day(1), null]]);
});

test('a share that is not known is not 0, and an average without positions is none', () => {
  const when = { event: 'metric', metric: 'share_of_voice', below: 10 };
  assert.deepEqual(spans(fold(metrics([12, null, 12]), { when })), []);
  assert.deepEqual(spans(fold(metrics([12, null, 9]), { when })), [[day(2), null]]);
  assert.equal(fold(metrics([null, null]), { when: { event: 'metric', metric: 'average_position', above: 3 } }).considered, 0);
});

test('a day without 80 % of its checks is not judged: failed ones, and ones that were never made', () => {
  const when = { event: 'metric', metric: 'keywords_top_3', below: 10 };
  const days = metrics([12, 12, 2, 12]);
  const withDay2 = (counts: object): Observation[] =>
    days.map((one, index) =>
      index === 2 ? ({ ...one, totals: { ...(one as never as { totals: object }).totals, ...counts } } as never) : one,
    );
  assert.deepEqual(spans(fold(withDay2({}), { when })), [[day(2), day(3)]]);
  assert.deepEqual(spans(fold(withDay2({ checked: 80, failed: 20 }), { when })), [[day(2), day(3)]]);
  assert.deepEqual(spans(fold(withDay2({ checked: 79, failed: 21 }), { when })), []);
  assert.deepEqual(spans(fold(withDay2({ checked: 79, failed: 0 }), { when })), []);
  assert.deepEqual(spans(fold(withDay2({ checked: 0 }), { when })), []);
  assert.deepEqual(spans(fold(withDay2({ checked: 50, keywords: 50 }), { when })), [[day(2), day(3)]], 'half of the keywords are gone');
  assert.deepEqual(spans(fold(days, { when, unjudged: [day(2)] })), []);
});

test('a figure is compared with the day so long before, or one of three before that', () => {
  const when = { event: 'metric', metric: 'share_of_voice', down_by: 3, over_days: 2 };
  assert.deepEqual(spans(fold(metrics([12, 12, 12, 9, 9, 9]), { when })), [[day(3), day(5)]]);
  assert.deepEqual(spans(fold(metrics([12, null, null, 9]), { when })), [[day(3), null]], 'the day between is not known');
  assert.deepEqual(spans(fold(metrics([12, null, null, null, null, null, 9]), { when })), [], 'nothing is near enough to compare with');
  const worse = metrics([1, 1, 1, 1]).map((one, index) =>
    index < 2 ? one : ({ ...one, totals: { ...(one as never as { totals: object }).totals, positionSum: 900 } } as never),
  );
  const average = { event: 'metric', metric: 'average_position', down_by: 5, over_days: 1 };
  assert.deepEqual(spans(fold(worse, { when: average })), [[day(2), day(3)]], 'a larger position is worse');
});

test('a share of voice is not compared over the day on which its weighing was changed, and other figures are', () => {
  const falls = metrics([12, 12, 9, 9, 12, 9]);
  const share = { event: 'metric', metric: 'share_of_voice', below: 10 };
  const subject = { weighedSince: day(2) };
  const folded = fold(falls, { when: share, subject });
  assert.deepEqual([spans(folded), folded.suppressed], [[[day(5), null]], { setting_changed: 1 }]);
  assert.deepEqual(spans(fold(falls, { when: { ...share, metric: 'keywords_top_3' }, subject })), [
    [day(2), day(4)],
    [day(5), null],
  ]);
  const down = { event: 'metric', metric: 'share_of_voice', down_by: 3, over_days: 2 };
  assert.deepEqual(fold(metrics([12, 12, 12, 9, 9, 9]), { when: down, subject: { weighedSince: day(3) } }).suppressed, {
    setting_changed: 1,
  });
  assert.deepEqual(spans(fold(metrics([12, 12, 12, 9, 9, 9]), { when: down, subject: { weighedSince: day(1) } })), [[day(3), day(5)]]);
});

test('a rule names exactly one bound of a metric', () => {
  const { params } = findEventKind('metric')!;
  assert.equal(params.safeParse({ metric: 'share_of_voice' }).success, false);
  assert.equal(params.safeParse({ metric: 'share_of_voice', below: 1, above: 2 }).success, false);
  assert.equal(params.safeParse({ metric: 'traffic', below: 1 }).success, false);
});

const link = (id: string) => ({
  id,
  domainFrom: 'a.com',
  urlFrom: `https://a.com/${id}`,
  urlTo: 'https://ours.com/',
  anchor: null,
  isDofollow: true,
  domainFromRank: 50,
  changedAt: at(day(3)),
});

const week = (index: number, isComplete: boolean, ids: readonly string[]): Observation =>
  ({ day: day(index), at: at(day(index)), week: `2026${index}`, isComplete, total: ids.length, links: ids.map(link) }) as Observation;

test('links of a week that is not whole are not compared, and each lost link is told once', () => {
  const when = { event: 'links_lost' };
  const seen = [week(0, false, ['a']), week(7, true, ['b', 'c'])];
  const { matches, considered } = fold(seen, { when });
  assert.deepEqual(
    matches.map(({ subject }) => subject.label),
    ['https://a.com/b', 'https://a.com/c'],
  );
  assert.equal(considered, 1);
  assert.equal(fold(seen, { when: { ...when, at_least: 3 } }).matches.length, 0);
  const later = fold(seen, { when, from: day(14), firing: matches.map(({ subject }) => subject.key) });
  assert.deepEqual(later.matches, []);
  assert.deepEqual(
    later.ended?.map(({ overOn }) => overOn),
    [day(14), day(14)],
    'they leave the open alerts after a week',
  );
});

const checks = (counts: readonly (readonly [number, number])[]): Observation[] =>
  counts.map(([made, failed], index) => ({ day: day(index), at: at(day(index)), checks: made, failed }) as Observation);

test('a round whose checks fail fires, also the first one, and a day without checks is none', () => {
  const when = { event: 'checks_failed' };
  assert.deepEqual(
    spans(
      fold(
        checks([
          [10, 2],
          [10, 5],
          [0, 0],
          [10, 1],
          [10, 2],
        ]),
        { when },
      ),
    ),
    [
      [day(0), day(3)],
      [day(4), null],
    ],
  );
});

test('a keyword is stale after so many of its intervals without a good check, until the next one', () => {
  const when = { event: 'stale', intervals: 2 };
  const good = (...days: readonly number[]): Observation[] =>
    days.map((index, place) => ({ day: day(index), at: at(day(index)), isEnd: place === days.length - 1 }) as Observation);
  const subject = { intervalDays: 1, since: day(0) };
  assert.deepEqual(spans(fold(good(0, 1, 2, 3), { when, subject })), []);
  assert.deepEqual(spans(fold(good(0, 1, 5, 6), { when, subject })), [[day(4), day(5)]]);
  assert.deepEqual(spans(fold(good(0, 1, 3), { when, subject })), [], 'two days are in time');
  assert.deepEqual(spans(fold(good(0, 1, 4), { when, subject })), [[day(4), null]]);
  assert.deepEqual(spans(fold(good(9), { when, subject })), [[day(3), null]], 'it was never checked');
  assert.deepEqual(spans(fold(good(0, 20), { when, subject: { ...subject, intervalDays: 7 } })), [[day(15), null]]);
  assert.deepEqual(fold(good(0, 1, 5, 5), { when, subject, from: day(5), firing: ['one'] }).ended, [{ subject: 'one', overOn: day(5) }]);
});

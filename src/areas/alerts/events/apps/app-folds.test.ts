import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { RULE_DEFAULTS } from '../../rule.ts';
import type { Folded, Observation } from '../event-kind.ts';
import { findEventKind } from '../index.ts';

const FIRST = '2026-01-01';
const day = (at: number): string => addDays(FIRST, at);
const at = (of: string): Date => new Date(`${of}T12:00:00Z`);

interface Asked {
  readonly event: string;
  readonly from?: string;
  readonly firing?: readonly string[];
  readonly isOwn?: boolean;
  readonly [parameter: string]: unknown;
}

function fold(seen: readonly Observation[], { event, from = FIRST, firing = [], isOwn = true, ...params }: Asked): Folded {
  const kind = findEventKind(event)!;
  const subject = { key: 'one', label: 'One', isOwn };
  return kind.fold(kind.params.parse(params), subject, seen, {
    condition: { ...RULE_DEFAULTS, when: { event, ...params } },
    from,
    unjudgedDays: new Set(),
    firing: new Map(firing.map((key) => [key, [new Date(0)]])),
  });
}

const spans = ({ matches }: Folded): (string | null)[][] => matches.map((match) => [match.day, match.overOn]);

/** `7` a position, `-` not found in 100, `-20` not found in 20, `.` not read or failed. */
function places(text: string): Observation[] {
  return text.split(' ').flatMap((word, index) => {
    if (word === '.') return [];
    const isFound = !word.startsWith('-');
    const depth = isFound ? 100 : Number(word.slice(1) || '100');
    return [{ day: day(index), at: at(day(index)), position: isFound ? Number(word) : null, depth } as Observation];
  });
}

test('a fall of an app counts from the last good reading: a search that failed is no lost position', () => {
  assert.deepEqual(spans(fold(places('3 . . 4'), { event: 'app_position' })), []);
  assert.deepEqual(spans(fold(places('3 . 9 3'), { event: 'app_position' })), [[day(2), day(3)]]);
  assert.deepEqual(spans(fold(places('3 7'), { event: 'app_position' })), [], 'four places are less than five');
  assert.deepEqual(spans(fold(places('9 3 9'), { event: 'app_chart' })), [[day(2), null]]);
});

test('what is not found counts as far as the list was read, and not when it was read less deep than the app stood', () => {
  const [fall] = fold(places('30 -'), { event: 'app_position' }).matches;
  assert.equal(fall?.size, 71);
  assert.deepEqual(fall?.to, { position: null, status: 'not_found', checked_depth: 100, checked_at: at(day(1)).toISOString() });
  assert.deepEqual(spans(fold(places('30 -20 31'), { event: 'app_position' })), []);
  assert.deepEqual(
    spans(fold(places('30 -20 40'), { event: 'app_position' })),
    [[day(2), null]],
    'the reading before is the one that says it',
  );
});

test('an app leaves the first places of a list, and is over where it is among them again', () => {
  assert.deepEqual(spans(fold(places('3 12 14 9 - 2'), { event: 'app_chart', top: 10 })), [
    [day(1), day(3)],
    [day(4), day(5)],
  ]);
  assert.deepEqual(spans(fold(places('3 -5 3'), { event: 'app_chart', top: 10 })), [], 'five results cannot say that it is not among ten');
  const ended = fold(places('3 12 9'), { event: 'app_chart', top: 10, from: day(2), firing: ['one'] }).ended;
  assert.deepEqual(ended, [{ subject: 'one', overOn: day(2) }]);
});

test('a rating fires where it comes below the bound; a day on which it was not read is no rating of 0', () => {
  const ratings = (values: readonly (number | null)[]): Observation[] =>
    values.map((rating, index) => ({ day: day(index), at: at(day(index)), rating, ratingCount: 10 }) as Observation);
  assert.deepEqual(spans(fold(ratings([4.2, null, 4.1, 3.9, null, 3.8, 4]), { event: 'app_rating' })), [[day(3), day(6)]]);
  assert.deepEqual(fold(ratings([3.5, 3.4]), { event: 'app_rating' }).suppressed, { first: 1 });
});

const review = (id: string, rating: number, index: number): Observation =>
  ({
    id,
    rating,
    title: `Title ${id}`,
    body: 'Body',
    version: null,
    reviewedAt: at(day(index)),
    day: day(index),
    at: at(day(index)),
  }) as never;

test('a review is told once, on the day on which it was first seen', () => {
  const seen = [review('r1', 1, 0), review('r2', 3, 1), review('r3', 2, 1)];
  const first = fold(seen, { event: 'app_review' });
  assert.deepEqual(
    first.matches.map((match) => [match.subject.key, match.day, match.to['stars']]),
    [
      ['one/r1', day(0), 1],
      ['one/r3', day(1), 2],
    ],
  );
  assert.deepEqual(fold(seen, { event: 'app_review', from: day(2) }).matches, []);
  assert.equal(findEventKind('app_review')?.isToldOnce, true);
  assert.deepEqual(fold(seen, { event: 'app_review', from: day(7), firing: ['one/r1', 'one/r3', 'other/r1', 'one/old'] }).ended, [
    { subject: 'one/r1', overOn: day(7) },
    { subject: 'one/old', overOn: day(7) },
  ]);
});

test('a change of a listing is told of the side and the fields that are asked for', () => {
  const change = (field: string, index: number): Observation =>
    ({ field, oldValue: 'a', newValue: 'b', changedAt: at(day(index)), day: day(index), at: at(day(index)) }) as never;
  const seen = [change('title', 0), change('price', 1)];
  const count = (more: Omit<Asked, 'event'>): number => fold(seen, { event: 'app_listing', ...more }).matches.length;
  assert.deepEqual(
    [count({}), count({ fields: ['title'] }), count({ of: 'competitor' }), count({ of: 'competitor', isOwn: false })],
    [2, 1, 0, 2],
  );
});

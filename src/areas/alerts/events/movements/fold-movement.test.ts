import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DayOutcome, toDayNumber, toDayText } from '#areas/rankings/index.ts';
import { RULE_DEFAULTS, type Condition, type When } from '../../rule.ts';
import type { Folded, Match } from '../event-kind.ts';
import { EVENT_KINDS, findEventKind } from '../index.ts';
import { LOOK_BACK_DAYS } from './series.ts';

const FIRST = toDayNumber('2026-01-01');
const DAYS = 150;

/** An outcome as a short word: a position, `-` not found, `x` failed; `@20` read to 20, `#b` page b, `~` corrected later. */
function toOutcome(word: string, day: number): DayOutcome {
  const [, position = '', depth = '100', page = 'a'] = /^(\d+|-|x)(?:@(\d+))?(?:#(\w))?~?$/u.exec(word) ?? [];
  const place = position === '-' || position === 'x' ? 0 : Number(position);
  return new DayOutcome({
    dayNumber: FIRST + day,
    atMs: (FIRST + day) * 86_400_000 + 36_000_000,
    isGood: position !== 'x',
    position: place,
    depth: Number(depth),
    recomputedAt: word.endsWith('~') ? 1 : 0,
    facts: { page: place === 0 ? null : `https://ours.com/${page}`, provider: 'sandbox', features: null, runId: null },
  });
}

/** The days of a text, one after the other or some days apart; `.` is a day without a check. */
function read(text: string, every = 1): DayOutcome[] {
  return text.split(' ').flatMap((word, at) => (word === '.' ? [] : [toOutcome(word, at * every)]));
}

interface Asked extends Partial<Condition> {
  readonly when: When;
  readonly from?: string;
  readonly unjudged?: readonly number[];
  readonly targetPage?: string;
}

function fold(seen: readonly DayOutcome[], { when, from = toDayText(FIRST), unjudged = [], targetPage, ...condition }: Asked): Folded {
  const kind = findEventKind(when.event)!;
  const { event: _event, ...params } = when;
  const subject = { key: 'kw engine_a seo ours.com', label: 'kw', keywordId: 'kw', targetPage: targetPage ?? null };
  return kind.fold(kind.params.parse(params), subject, seen, {
    condition: { ...RULE_DEFAULTS, usesVolatility: false, when, ...condition },
    from,
    unjudgedDays: new Set(unjudged.map((day) => toDayText(FIRST + day))),
  });
}

const toDayAt = ({ day }: Match): number => toDayNumber(day) - FIRST;
const days = (text: string, asked: Asked): number[] =>
  fold(read(text), asked)
    .matches.filter(({ isPending }) => !isPending)
    .map(toDayAt);

test('dropped and rose count places, and "not found" as the first place that was not read', () => {
  const by5 = { when: { event: 'dropped', by: 5 } };
  assert.deepEqual(days('3 7 8 13', by5), [3]);
  assert.deepEqual(days('97 -', by5), [], 'four places to 101');
  assert.deepEqual(days('96 -', by5), [1]);
  assert.deepEqual(days('45 -@20', by5), [], 'a check to 20 says nothing of a fall from 45');
  assert.deepEqual(days('10 -@20', by5), [1]);
  assert.deepEqual(days('- 10 -', { when: { event: 'rose', by: 5 } }), [1]);
  assert.deepEqual(days('-@20 45', { when: { event: 'rose', by: 5 } }), [], 'it may have been at 45 all the time');
  assert.equal(fold(read('96 -'), by5).matches[0]?.to['at_least'], true);
});

test('tiers ask for fewer places near the top', () => {
  const tiers = { when: { event: 'dropped' } };
  assert.deepEqual(days('2 5', tiers), [1]);
  assert.deepEqual(days('11 15', tiers), []);
  assert.deepEqual(days('11 16', tiers), [1]);
  assert.deepEqual(days('40 49', tiers), []);
  assert.deepEqual(days('40 50', tiers), [1]);
});

test('the first n are left and entered as far as the checks read', () => {
  const left = { when: { event: 'left_top', n: 10 } };
  assert.deepEqual(days('10 11 10 9 -', left), [1, 4]);
  assert.deepEqual(days('9 -@5', left), []);
  assert.deepEqual(days('45 -@20', left), []);
  const entered = { when: { event: 'entered_top', n: 10 } };
  assert.deepEqual(days('11 10 - 3', entered), [1, 3]);
  assert.deepEqual(days('-@5 8', entered), [], 'it may have been at 8 all the time');
});

test('lost needs a check that read as deep, and found that it ranked at no time before', () => {
  assert.deepEqual(days('45 -@20', { when: { event: 'lost' } }), []);
  assert.deepEqual(days('45 -@50', { when: { event: 'lost' } }), [1]);
  assert.deepEqual(days('- - 30 - 30', { when: { event: 'found' } }), [2]);
  assert.deepEqual(days('-@20 45', { when: { event: 'found' } }), []);
});

test('pages: another one ranks, another than the one that should, and turns of own pages', () => {
  assert.deepEqual(days('3#a 3#a 4#b - 4#c', { when: { event: 'page_changed' } }), [2]);
  assert.deepEqual(days('3#a 3#b 3#b 3#a 3#c', { when: { event: 'wrong_page' }, targetPage: 'http://www.ours.com/a/' }), [1, 4]);
  assert.deepEqual(days('3#a 3#b', { when: { event: 'wrong_page' } }), [], 'no page should rank');
  assert.deepEqual(days('3#a 3#b 3#a 3#b', { when: { event: 'contested' } }), [2]);
});

test('a failed check fires nothing, resets nothing, and is no past', () => {
  const left = { when: { event: 'left_top', n: 10 } };
  assert.deepEqual(days('3 x x 30', left), [3]);
  assert.deepEqual(days('3 30 x 30', { ...left, confirm: 'next' }), [3]);
  assert.deepEqual(days('3 30 x 3', { ...left, confirm: 'next' }), []);
});

test('confirmed by the next check: what comes between stays what it is compared with', () => {
  const next = { when: { event: 'dropped', by: 5 }, confirm: 'next' } as const;
  assert.deepEqual(days('3 30 29', next), [2]);
  assert.equal(fold(read('3 30 29'), next).matches[0]?.from?.['position'], 3);
  assert.deepEqual(days('3 30 4 30 4', next), [], 'flapping');
  assert.deepEqual(
    fold(read('3 30'), next).matches.map(({ isPending }) => isPending),
    [true],
  );
});

test('a day on which too many checks failed is no past, and its fall is found on the next good day, once', () => {
  const folded = fold(read('3 30 30 30'), { when: { event: 'left_top', n: 10 }, unjudged: [1] });
  assert.deepEqual(folded.matches.map(toDayAt), [2]);
  assert.equal(folded.suppressed.source, 1);
});

test('corrected outcomes begin another series', () => {
  const folded = fold(read('3 30~ 40~ 50'), { when: { event: 'dropped', by: 5 } });
  assert.deepEqual(folded.matches.map(toDayAt), [2]);
  assert.deepEqual(folded.suppressed, { first: 1, recomputed: 2 });
});

test('a site that was changed begins another series', () => {
  const kind = findEventKind('left_top')!;
  const condition = { ...RULE_DEFAULTS, when: { event: 'left_top', n: 10 } };
  const options = { condition, from: toDayText(FIRST), unjudgedDays: new Set<string>() };
  const subject = { key: 'kw', label: 'kw', changedAt: (FIRST + 1) * 86_400_000 };
  const folded = kind.fold({ n: 10 }, subject, read('3 30 3 30'), options);
  assert.deepEqual([folded.matches.map(toDayAt), folded.suppressed], [[3], { first: 1, setting_changed: 1 }]);
});

test('a keyword that always moves must move more than usual', () => {
  const text = '10 16 10 16 10 16 10 16 10 16 10 27 46';
  assert.deepEqual(days(text, { when: { event: 'dropped', by: 5 }, usesVolatility: true }), [1, 3, 5, 7, 12]);
});

test('the first n are left and entered by more than the places that come and go', () => {
  const steady = '9 9 9 9 9 9 9 9 9 9';
  const left = { when: { event: 'left_top', n: 10 }, usesVolatility: true };
  assert.deepEqual(days(`${steady} 11`, left), []);
  assert.deepEqual(days(`${steady} 12`, left), [10]);
  assert.deepEqual(days(`${steady} 11`, { ...left, usesVolatility: false }), [10]);
  assert.deepEqual(days('9 9 11', left), [2], 'with few checks each counts');
  const entered = { when: { event: 'entered_top', n: 10 }, usesVolatility: true };
  assert.deepEqual(days('12 12 12 12 12 12 12 12 12 10', entered), []);
  assert.deepEqual(days('12 12 12 12 12 12 12 12 12 9', entered), [9]);
});

test('what fired is over when it is so no more', () => {
  const [match] = fold(read('3 30 20 4'), { when: { event: 'left_top', n: 10 } }).matches;
  assert.equal(match?.overOn, toDayText(FIRST + 3));
});

const Word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 14 }), fc.constantFrom('', '', '#b', '#c')).map(([place, page]) => `${place}${page}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('-', '-@10', 'x', '.', '.', '60', '7~') },
);
const Story = fc.array(Word, { minLength: 2, maxLength: DAYS, size: 'max' }).map((words) => words.join(' '));
const Rule = fc.record({
  when: fc.constantFrom<When>(
    { event: 'dropped', by: 1 },
    { event: 'dropped' },
    { event: 'rose', by: 2 },
    { event: 'left_top', n: 5 },
    { event: 'entered_top', n: 12 },
    { event: 'lost' },
    { event: 'found' },
    { event: 'page_changed' },
    { event: 'wrong_page' },
    { event: 'contested' },
  ),
  confirm: fc.constantFrom('none' as const, 'next' as const),
  usesVolatility: fc.boolean(),
  unjudged: fc.array(fc.integer({ min: 0, max: DAYS }), { maxLength: 6 }),
  targetPage: fc.constant('https://ours.com/a'),
});

/** What is said of a day, without what became of it later. */
const sayOn = (folded: Folded, day: string): unknown =>
  folded.matches.filter((match) => match.day === day).map(({ overOn: _overOn, ...match }) => match);

test('what is found on a day depends on the sixty days before it alone', () => {
  fc.assert(
    fc.property(Story, Rule, fc.integer({ min: 1, max: 4 }), (story, rule, every) => {
      const seen = read(story, every);
      const last = seen.at(-1)?.dayNumber ?? FIRST;
      const unjudged = rule.unjudged.map((day) => day * every);
      const whole = fold(seen, { ...rule, unjudged });
      for (let day = FIRST; day <= last; day += every) {
        const seenThen = seen.filter(({ dayNumber }) => dayNumber >= day - LOOK_BACK_DAYS && dayNumber <= day);
        const then = fold(seenThen, { ...rule, unjudged, from: toDayText(day) });
        const fired = (folded: Folded): Folded => ({ ...folded, matches: folded.matches.filter(({ isPending }) => !isPending) });
        assert.deepEqual(sayOn(fired(then), toDayText(day)), sayOn(fired(whole), toDayText(day)), toDayText(day));
      }
    }),
    { numRuns: 150 },
  );
});

test('failed checks change nothing but when it is said', () => {
  fc.assert(
    fc.property(Story, Rule, (story, rule) => {
      const seen = read(story);
      const good = seen.filter(({ isGood }) => isGood);
      assert.deepEqual(fold(seen, rule), fold(good, rule));
    }),
  );
});

test('every kind describes itself, and its parameters refuse what is strange', () => {
  for (const kind of EVENT_KINDS) {
    assert.equal(kind.params.safeParse({ strange: 1 }).success, false, kind.event);
  }
});

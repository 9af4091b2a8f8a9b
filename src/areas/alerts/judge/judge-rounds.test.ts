import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#kernel/days.ts';
import type { Match } from '../events/event-kind.ts';
import { RULE_DEFAULTS, type Condition } from '../rule.ts';
import { judgeRounds, type JudgeOptions, type Round } from './judge-rounds.ts';

const FIRST = '2026-01-01';
const toDay = (at: number): string => addDays(FIRST, at);
const closedAt = (at: number): Date => new Date(`${toDay(at)}T12:00:00Z`);

function toMatch(keyword: string, day: number, more: Partial<Match> = {}): Match {
  return {
    subject: {
      key: `${keyword} engine_a seo ours.com`,
      label: keyword,
      keywordId: keyword,
      device: 'desktop',
      tags: ['b', 'a'],
      locationCode: 2840,
    },
    day: toDay(day),
    at: closedAt(day),
    from: { checked_at: closedAt(day - 1).toISOString() },
    to: {},
    direction: 'down',
    size: 5,
    isPending: false,
    overOn: null,
    ...more,
  };
}

const rounds = (days: number, checks = 100): Round[] =>
  Array.from({ length: days }, (_, at) => ({ day: toDay(at), closedAt: closedAt(at), checks, failed: 0 }));

function judge(
  matches: readonly Match[],
  { condition = {}, ...options }: Partial<Omit<JudgeOptions, 'condition'>> & { condition?: Partial<Condition> } = {},
) {
  return judgeRounds(matches, {
    condition: { ...RULE_DEFAULTS, when: { event: 'lost' }, ...condition },
    rounds: rounds(5),
    mutes: [],
    open: [],
    ...options,
  });
}

const many = (count: number, day = 1): Match[] => Array.from({ length: count }, (_, at) => toMatch(`kw_${at}`, day));

test('a round makes one alert, and half of the keywords make one of the whole project', () => {
  const few = judge(many(3));
  assert.deepEqual(
    few.fired.map(({ items, isWholeProject, severity, group, kind }) => [items.length, isWholeProject, severity, group, kind]),
    [[3, false, 'warning', 'rule', 'opened']],
  );
  const whole = judge(many(60), { condition: { groupBy: 'none' } });
  assert.deepEqual(
    whole.fired.map(({ items, isWholeProject, severity, group }) => [items.length, isWholeProject, severity, group]),
    [[60, true, 'critical', 'rule']],
  );
  assert.equal(whole.suppressed.whole_project, 60);
  assert.equal(judge(many(1), { rounds: rounds(5, 1) }).fired[0]?.isWholeProject, false, 'one keyword is no project');
  const bothWays = many(60).map((match, at): Match => ({ ...match, direction: at % 2 === 0 ? 'up' : 'down' }));
  assert.equal(judge(bothWays).fired[0]?.isWholeProject, false);
});

test('at most twenty groups of a round, the rest is one of them', () => {
  const { fired } = judge(many(30), { condition: { groupBy: 'none' } });
  assert.equal(fired.length, 20);
  assert.deepEqual([fired.at(-1)?.group, fired.at(-1)?.items.length], ['rest', 11]);
});

test('groups are by what a subject has', () => {
  const groupOf = (groupBy: Condition['groupBy'], more: Partial<Match> = {}) =>
    judge([toMatch('kw', 1, more)], { condition: { groupBy } }).fired[0]?.group;
  assert.equal(groupOf('tag'), 'a');
  assert.equal(groupOf('device'), 'desktop');
  assert.equal(groupOf('location'), '2840');
  assert.equal(groupOf('page', { page: 'https://ours.com/a' }), 'https://ours.com/a');
  assert.equal(groupOf('page'), 'none');
});

test('new matches join the alert that is open, within its cool-down', () => {
  const matches = [toMatch('a', 1), toMatch('b', 2)];
  assert.deepEqual(
    judge(matches, { condition: { coolDownHours: 30 } }).fired.map(({ kind }) => kind),
    ['opened', 'more'],
  );
  assert.deepEqual(
    judge(matches).fired.map(({ kind }) => kind),
    ['opened', 'opened'],
    'a day is longer than 20 hours',
  );
  const over = [toMatch('a', 1, { overOn: toDay(2) }), toMatch('b', 2)];
  assert.deepEqual(
    judge(over, { condition: { coolDownHours: 30 } }).fired.map(({ kind }) => kind),
    ['opened', 'opened'],
    'what is over is not open',
  );
});

test('what is said is known until it is over; a further fall is news', () => {
  const subjects = new Map([[toMatch('a', 1).subject.key, [closedAt(0)]]]);
  const open = [{ group: 'rule', openedAt: closedAt(0), subjects }];
  const same = judge([toMatch('a', 1)], { open });
  assert.deepEqual([same.fired.length, same.suppressed.known], [0, 1]);
  const further = judge([toMatch('a', 2)], { open });
  assert.equal(further.fired.length, 1);
});

test('mutes hold back and are counted, by keyword, by tag and for all', () => {
  const span = { from: closedAt(0), until: closedAt(3) };
  const matches = [toMatch('a', 1), toMatch('b', 1), toMatch('a', 4)];
  const judged = judge(matches, { mutes: [{ ...span, keywordId: 'a' }] });
  assert.deepEqual(
    judged.fired.map(({ items }) => items.map(({ subject }) => subject.keywordId)),
    [['b'], ['a']],
  );
  assert.deepEqual([judged.suppressed.muted, judged.muted.length], [1, 1]);
  assert.equal(judge(matches, { mutes: [{ ...span, tag: 'a' }] }).suppressed.muted, 2);
  assert.equal(judge(matches, { mutes: [span] }).suppressed.muted, 2);
});

test('fewer keywords than a rule asks for say nothing; sites of one keyword are one', () => {
  const sites = ['x.com', 'y.com'].map((site) => ({
    ...toMatch('a', 1),
    subject: { ...toMatch('a', 1).subject, key: `a engine_a seo ${site}` },
  }));
  const judged = judge(sites, { condition: { minKeywords: 2 } });
  assert.deepEqual([judged.fired.length, judged.suppressed.min_keywords], [0, 2]);
});

test('every match is in one alert, or counted', () => {
  const Matches = fc.array(
    fc.record({ keyword: fc.integer({ min: 0, max: 30 }), day: fc.integer({ min: 0, max: 4 }), isPending: fc.boolean() }),
    { maxLength: 120, size: 'max' },
  );
  const Rule = fc.record({
    groupBy: fc.constantFrom('rule' as const, 'none' as const, 'tag' as const),
    minKeywords: fc.integer({ min: 1, max: 4 }),
    coolDownHours: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(Matches, Rule, (some, condition) => {
      const matches = [
        ...new Map(some.map(({ keyword, day, isPending }) => [`${keyword} ${day}`, toMatch(`kw_${keyword}`, day, { isPending })])).values(),
      ];
      const judged = judge(matches, { condition, mutes: [{ from: closedAt(2), until: closedAt(3), keywordId: 'kw_1' }] });
      const { known = 0, muted = 0, min_keywords: few = 0 } = judged.suppressed;
      const told = judged.fired.reduce((sum, { items }) => sum + items.length, 0);
      assert.equal(told + known + muted + few + judged.pending.length, matches.length);
      for (const day of new Set(judged.fired.map((one) => one.day))) assert.ok(judged.fired.filter((one) => one.day === day).length <= 20);
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRate } from '#kernel/statistics/rates.ts';
import { RULE_DEFAULTS } from '../../rule.ts';
import type { EventKind, Folded, Observation } from '../event-kind.ts';
import { findEventKind } from '../index.ts';

const SUBJECT = { key: 'answers:chat_gpt', label: 'ChatGPT' };
const MONDAY = '2026-11-23';

function fold(seen: readonly Observation[], when: { readonly event: string; readonly [name: string]: unknown }, more: object = {}): Folded {
  const kind: EventKind = findEventKind(when.event)!;
  const { event: _event, ...params } = when;
  const options = { condition: { ...RULE_DEFAULTS, when }, from: '2026-11-20', unjudgedDays: new Set<string>(), ...more };
  return kind.fold(kind.params.parse(params), SUBJECT, seen, options);
}

/** A week that ended on the Sunday before. */
function week(verdict: string, isComplete = true): Observation {
  const change = { difference: verdict === 'moved_down' ? -0.12 : 0.12, low: -0.2, high: 0.2, p: 0.01, pairs: 20 };
  const rates = (successes: number) => ({ mentionRate: toRate(successes, 100), citationRate: toRate(successes, 100) });
  return {
    day: MONDAY,
    at: new Date(`${MONDAY}T00:00:00Z`),
    surface: 'chat_gpt',
    week: '2026-11-16',
    summary: rates(42),
    before: rates(30),
    changes: { mentionRate: { change, verdict }, citationRate: { change: null, verdict: 'too_few' } },
    isComplete,
  } as Observation;
}

test('only a move in the direction that is asked for fires, and no other verdict', () => {
  const count = (verdict: string, direction: string) => fold([week(verdict)], { event: 'answers_moved', direction }).matches.length;
  assert.deepEqual([count('moved_up', 'up'), count('moved_up', 'either'), count('moved_up', 'down')], [1, 1, 0]);
  assert.deepEqual([count('moved_down', 'down'), count('moved_down', 'either'), count('moved_down', 'up')], [1, 1, 0]);
  for (const verdict of ['within_noise', 'too_few', 'model_changed', 'detector_changed', 'prompts_changed'])
    assert.equal(count(verdict, 'either'), 0, verdict);
  assert.equal(fold([week('moved_up')], { event: 'answers_moved', rate: 'citation_rate' }).matches.length, 0);
});

test('a move says both rates with their intervals and answers', () => {
  const [match] = fold([week('moved_up')], { event: 'answers_moved' }).matches;
  assert.deepEqual(match?.from, { mention_rate_percent: 30, low_percent: 21.9, high_percent: 39.6, answers: 100, week: '2026-11-09' });
  assert.deepEqual(match?.to, {
    mention_rate_percent: 42,
    before_percent: 30,
    moved_points: 12,
    week: '2026-11-16',
    low_percent: 32.8,
    high_percent: 51.8,
    answers: 100,
    moved_low_points: -20,
    moved_high_points: 20,
    surface_kind: 'seen',
  });
});

test('a week with answers that are still to come is not judged, and is not counted as judged', () => {
  const { matches, considered } = fold([week('moved_up', false)], { event: 'answers_moved' });
  assert.deepEqual([matches.length, considered], [0, 0]);
});

test('what was before the first day is looked back on alone, and what it fired is over a week later', () => {
  const key = `${SUBJECT.key}/mention_rate:2026-11-16`;
  const firing = new Map([[key, [null]]]);
  assert.equal(fold([week('moved_up')], { event: 'answers_moved' }, { from: '2026-11-24' }).matches.length, 0);
  assert.deepEqual(fold([week('moved_up')], { event: 'answers_moved' }, { from: '2026-11-29', firing }).ended, []);
  assert.deepEqual(fold([week('moved_up')], { event: 'answers_moved' }, { from: '2026-11-30', firing }).ended, [
    { subject: key, overOn: '2026-11-30' },
  ]);
});

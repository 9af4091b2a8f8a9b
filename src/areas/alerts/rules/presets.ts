import type { Caller } from '#http/caller.ts';
import { RULE_DEFAULTS, type When } from '../rule.ts';
import { WhenField } from '../wire/when.ts';
import type { RuleDraft } from '../wire/rule.ts';
import { listHiddenEvents } from './get-rule.ts';

/** A rule that most projects want. A further one is a further value here. */
export interface Preset {
  readonly preset: string;
  /** What it is good for, in a sentence. */
  readonly why: string;
  readonly draft: RuleDraft;
  /** A new project has it from the beginning: it costs nothing, and its alerts go to the inbox alone. */
  readonly isForNewProjects: boolean;
}

interface Written extends Partial<Omit<RuleDraft, 'when'>> {
  readonly name: string;
  readonly why: string;
  readonly when: When;
  readonly isForNewProjects?: boolean;
}

function definePreset(preset: string, { why, when, isForNewProjects = false, ...more }: Written): Preset {
  const draft = { ...RULE_DEFAULTS, channelIds: null, repeatEveryHours: null, isEnabled: true, ...more, when: WhenField.parse(when) };
  return { preset, why, draft, isForNewProjects };
}

export const PRESETS: readonly Preset[] = [
  definePreset('left_top_10', {
    name: 'Left the top 10',
    why: 'The first page has most of the clicks.',
    when: { event: 'left_top', n: 10 },
    confirm: 'next',
    severity: 'critical',
    isForNewProjects: true,
  }),
  definePreset('dropped_5', {
    name: 'Fell far',
    why: 'A fall that the next check confirms is seldom noise.',
    when: { event: 'dropped', by: { '1-10': 5, '11-30': 8 } },
    confirm: 'next',
    isForNewProjects: true,
  }),
  definePreset('wrong_page', {
    name: 'Wrong page ranks',
    why: 'Another page than the one that should rank converts worse.',
    when: { event: 'wrong_page' },
    usesVolatility: false,
    isForNewProjects: true,
  }),
  definePreset('checks_failed', {
    name: 'Checks failed',
    why: 'A position is known only where a check succeeds.',
    when: { event: 'checks_failed', share: 20 },
    isForNewProjects: true,
  }),
  definePreset('stale', {
    name: 'Stale positions',
    why: 'A keyword whose checks stopped looks like one that stands still.',
    when: { event: 'stale', intervals: 2 },
    severity: 'info',
    isForNewProjects: true,
  }),
  definePreset('links_lost', {
    name: 'Strong links lost',
    why: 'A strong domain that removed its link is worth a mail.',
    when: { event: 'links_lost', min_rank: 50, at_least: 1 },
  }),
  definePreset('answers_moved', {
    name: 'Assistants name us less',
    why: 'Answers differ each time: a fall that passes the test of two whole weeks is seldom chance.',
    when: { event: 'answers_moved', rate: 'mention_rate', direction: 'down' },
  }),
  definePreset('answers_model_changed', {
    name: 'An assistant has another model',
    why: 'Rates of before and after do not compare.',
    when: { event: 'answers_model_changed' },
    severity: 'info',
  }),
  definePreset('app_review', {
    name: 'Bad review',
    why: 'A bad review that is answered at once is often changed.',
    when: { event: 'app_review', stars: 2 },
  }),
  definePreset('budget_80', {
    name: 'Budget at 80 %',
    why: 'Checks stop when a budget is spent.',
    when: { event: 'budget', percent: 80 },
  }),
  definePreset('budget_100', {
    name: 'Budget spent',
    why: 'From then on checks wait for the next period.',
    when: { event: 'budget', percent: 100 },
    severity: 'critical',
  }),
];

/** The presets whose alerts the caller may see. */
export function listPresets(caller: Caller): Preset[] {
  const hidden = new Set(listHiddenEvents(caller));
  return PRESETS.filter(({ draft }) => !hidden.has(draft.when.event));
}

import { RULE_DEFAULTS, type When } from '../rule.ts';
import { WhenField } from '../wire/when.ts';
import type { RuleDraft } from '../wire/rule.ts';

/** A rule that most projects want. A further one is a further value here. */
export interface Preset {
  readonly preset: string;
  readonly draft: RuleDraft;
  /** A new project has it from the beginning: it costs nothing, and its alerts go to the inbox alone. */
  readonly isForNewProjects: boolean;
}

interface Written extends Partial<Omit<RuleDraft, 'when' | 'name'>> {
  readonly isForNewProjects?: boolean;
}

function definePreset(
  preset: string,
  { name, when }: { readonly name: string; readonly when: When },
  { isForNewProjects = false, ...more }: Written = {},
): Preset {
  const draft = { ...RULE_DEFAULTS, channelIds: null, repeatEveryHours: null, isEnabled: true, ...more, name, when: WhenField.parse(when) };
  return { preset, draft, isForNewProjects };
}

const AT_ONCE = { isForNewProjects: true } as const;

export const PRESETS: readonly Preset[] = [
  definePreset('left_top_10', { name: 'Left the top 10', when: { event: 'left_top', n: 10 } }, { ...AT_ONCE, severity: 'critical' }),
  definePreset('dropped_5', { name: 'Dropped 5 places', when: { event: 'dropped', by: 5 } }, { ...AT_ONCE, confirm: 'next' }),
  definePreset('wrong_page', { name: 'Wrong page ranks', when: { event: 'wrong_page' } }, { ...AT_ONCE, usesVolatility: false }),
  definePreset('checks_failed', { name: 'Checks failed', when: { event: 'checks_failed', share: 20 } }, AT_ONCE),
  definePreset('stale', { name: 'Not checked for long', when: { event: 'stale', intervals: 2 } }, { ...AT_ONCE, severity: 'info' }),
  definePreset('links_lost', { name: 'Strong links lost', when: { event: 'links_lost', min_rank: 50, at_least: 1 } }),
  definePreset('app_review', { name: 'Bad review', when: { event: 'app_review', stars: 2 } }),
  definePreset('budget_80', { name: 'Budget at 80 %', when: { event: 'budget', percent: 80 } }),
  definePreset('budget_100', { name: 'Budget spent', when: { event: 'budget', percent: 100 } }, { severity: 'critical' }),
];

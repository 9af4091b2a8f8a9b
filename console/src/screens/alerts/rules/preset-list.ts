import type { RuleDraft } from '../data/types.ts';
import { NEW_RULE } from '../editor/draft.ts';

/** A rule that is offered. */
export interface Preset {
  readonly id: string;
  readonly why: string;
  readonly draft: RuleDraft;
}

const preset = (id: string, why: string, changes: Partial<RuleDraft>): Preset => ({ id, why, draft: { ...NEW_RULE, ...changes } });

/** Rules that most projects want, the ones about falls first. */
export const PRESETS: readonly Preset[] = [
  preset('left_top_10', 'Most clicks of a keyword are lost with the first page.', {
    name: 'Left the top 10',
    when: { event: 'left_top', n: 10 },
    severity: 'critical',
  }),
  preset('dropped_5', 'A fall that one more check confirms is seldom noise.', {
    name: 'Dropped 5 places',
    when: { event: 'dropped', by: 5 },
  }),
  preset('wrong_page', 'Another page than the one that should rank converts worse.', {
    name: 'Wrong page ranks',
    when: { event: 'wrong_page' },
    volatility: false,
  }),
  preset('checks_failed', 'Without checks nothing else can be told.', {
    name: 'Checks failed',
    when: { event: 'checks_failed', share: 20 },
    confirm: 'none',
  }),
  preset('stale', 'A keyword that is not checked looks like one that does not move.', {
    name: 'Not checked for long',
    when: { event: 'stale', intervals: 2 },
    confirm: 'none',
    severity: 'info',
  }),
  preset('links_lost', 'Strong domains that no longer link are worth a mail to them.', {
    name: 'Strong links lost',
    when: { event: 'links_lost', min_rank: 50, at_least: 1 },
    confirm: 'none',
  }),
  preset('app_review', 'A bad review that is answered at once is often changed.', {
    name: 'Bad review',
    when: { event: 'app_review', stars: 2 },
    confirm: 'none',
  }),
  preset('budget_80', 'Checks stop when a budget is spent.', {
    name: 'Budget at 80 %',
    when: { event: 'budget', percent: 80 },
    confirm: 'none',
  }),
];

import type { AlertRulePreset, AlertRuleWhere } from '#client';
import { findEvent } from './events.ts';
import type { RuleDraft } from '../data/types.ts';

export type Where = AlertRuleWhere;

/** A rule before anything of it was chosen: the one that most people want first. */
export const NEW_RULE: RuleDraft = {
  name: '',
  when: { event: 'left_top', n: 10 },
  where: {},
  min_volume: null,
  min_keywords: 1,
  confirm: 'next',
  recheck_max: 20,
  volatility: true,
  group_by: 'rule',
  cool_down_hours: 20,
  severity: 'warning',
  channel_ids: null,
  repeat_every_hours: null,
  enabled: true,
};

const FIELDS = Object.keys(NEW_RULE) as readonly (keyof RuleDraft)[];

/** What of a rule is written. */
export function toDraft(rule: AlertRulePreset['rule']): RuleDraft {
  return Object.fromEntries(FIELDS.map((name) => [name, rule[name]])) as unknown as RuleDraft;
}

/** Another event, with its own values; a second check is left where there is none. */
export function changeEvent(draft: RuleDraft, event: string): RuleDraft {
  const words = findEvent(event);
  const when = { event, ...words?.defaults };
  return words?.isMovement === true
    ? { ...draft, when }
    : { ...draft, when, where: {}, confirm: 'none', min_keywords: 1, group_by: 'rule' };
}

export function changeParameter(draft: RuleDraft, name: string, value: unknown): RuleDraft {
  const { [name]: _old, ...rest } = draft.when;
  return { ...draft, when: value === undefined ? { ...rest, event: draft.when.event } : { ...draft.when, [name]: value } };
}

/** A value that is undefined is taken away. */
export function changeWhere(draft: RuleDraft, changes: Where): RuleDraft {
  const where = Object.entries({ ...draft.where, ...changes }).filter(([, value]) => value !== undefined);
  return { ...draft, where: Object.fromEntries(where) };
}

/** What a suggestion of the preview, or of a noisy rule, changes. */
export function takeSuggestion(draft: RuleDraft, { parameter, value }: { readonly parameter: string; readonly value: number }): RuleDraft {
  return parameter === 'min_keywords' ? { ...draft, min_keywords: value } : changeParameter(draft, parameter, value);
}

/** Two rules that say the same, whatever they are called and wherever it goes. */
export function isSameEvent(one: Pick<RuleDraft, 'when'>, another: Pick<RuleDraft, 'when'>): boolean {
  const toText = ({ when }: Pick<RuleDraft, 'when'>): string =>
    JSON.stringify(Object.entries(when).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return toText(one) === toText(another);
}

/** A name for a rule that was given none: what happens, and to which keywords. */
export function toName({ when, where }: Pick<RuleDraft, 'when' | 'where'>, tagName?: string): string {
  const label = findEvent(when.event)?.label.replace(/:$/u, '') ?? when.event;
  const number = ['n', 'share', 'percent', 'stars', 'below'].map((name) => when[name]).find((value) => typeof value === 'number');
  const parts = [[label, number].filter((one) => one !== undefined).join(' '), tagName, where.device];
  const name = parts.filter((part) => part !== undefined && part !== '').join(', ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

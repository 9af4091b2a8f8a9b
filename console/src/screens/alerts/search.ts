import * as v from 'valibot';
import { isDay } from '#data/time/days.ts';
import { pagedSearch } from '#ui/grid/place.ts';
import { SEVERITIES } from './data/types.ts';

export const ALERT_TABS = ['open', 'history', 'rules'] as const;

const day = v.pipe(v.string(), v.check(isDay));

export const alertsSearch = v.object({
  ...pagedSearch,
  tab: v.optional(v.picklist(ALERT_TABS), 'open'),
  severity: v.optional(v.picklist(SEVERITIES)),
  /** The first and the last day of the history. */
  since: v.optional(day),
  until: v.optional(day),
  rule: v.optional(v.pipe(v.string(), v.maxLength(60))),
});

export const ruleSearch = v.object({
  /** The preset that a new rule begins with. */
  preset: v.optional(v.pipe(v.string(), v.maxLength(40))),
});

/** In the place of an id: a rule that is being written. */
export const NEW_RULE_ID = 'new';

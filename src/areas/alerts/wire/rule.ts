import { z } from 'zod';
import { idField, integerField, listField, nameField } from '#http/fields.ts';
import { CONFIRMS, GROUPINGS, RULE_DEFAULTS, SEVERITIES, type AlertRule, type Condition } from '../rule.ts';
import { WhenField } from './when.ts';
import { Where } from './where.ts';

export const CHANNELS_MAX = 50;
const HOURS_MAX = 8_760;

/** What is judged of a rule. */
export const CONDITION_FIELDS = {
  when: WhenField,
  where: Where.default(RULE_DEFAULTS.where),
  min_volume: integerField()
    .nullable()
    .default(RULE_DEFAULTS.minVolume)
    .meta({ description: 'Searches a month at least; keywords of which they are not known are left out then.' }),
  min_keywords: integerField({ min: 1, max: 10_000 })
    .default(RULE_DEFAULTS.minKeywords)
    .meta({ description: 'So many keywords must match in one round.' }),
  confirm: z
    .enum(CONFIRMS)
    .default(RULE_DEFAULTS.confirm)
    .meta({ description: '`next`: the next good check must agree. `recheck`: a check at once, for its price, must agree.' }),
  recheck_max: integerField({ min: 1, max: 100 })
    .default(RULE_DEFAULTS.recheckMax)
    .meta({ description: 'Keywords of a round that are checked again at most.' }),
  volatility: z
    .boolean()
    .default(RULE_DEFAULTS.usesVolatility)
    .meta({ description: 'Whether a move must also be three times what is usual for the keyword.' }),
  group_by: z.enum(GROUPINGS).default(RULE_DEFAULTS.groupBy).meta({ description: 'What makes one alert.' }),
  cool_down_hours: integerField({ min: 0, max: HOURS_MAX })
    .default(RULE_DEFAULTS.coolDownHours)
    .meta({ description: 'For so long new matches join the alert that is open.' }),
  severity: z.enum(SEVERITIES).default(RULE_DEFAULTS.severity),
};

/** A rule as it is written. */
export const RuleInput = z.strictObject({
  name: nameField(),
  ...CONDITION_FIELDS,
  channel_ids: listField(idField(), { max: CHANNELS_MAX })
    .nullable()
    .default(null)
    .meta({ description: 'Null: every channel of the project that takes its severity. Empty: the inbox alone.' }),
  repeat_every_hours: integerField({ min: 1, max: HOURS_MAX }).nullable().default(null),
  enabled: z.boolean().default(true),
});
export type RuleInput = z.output<typeof RuleInput>;

export type RuleDraft = Condition & Pick<AlertRule, 'name' | 'channelIds' | 'repeatEveryHours' | 'isEnabled'>;

type ConditionInput = { readonly [Name in keyof typeof CONDITION_FIELDS]: z.output<(typeof CONDITION_FIELDS)[Name]> };

/** What is judged of a rule as it was written. */
export function toCondition(input: ConditionInput): Condition {
  return {
    when: input.when,
    where: input.where,
    minVolume: input.min_volume,
    minKeywords: input.min_keywords,
    confirm: input.confirm,
    recheckMax: input.recheck_max,
    usesVolatility: input.volatility,
    groupBy: input.group_by,
    coolDownHours: input.cool_down_hours,
    severity: input.severity,
  };
}

export function toRuleDraft(input: RuleInput): RuleDraft {
  return {
    ...toCondition(input),
    name: input.name,
    channelIds: input.channel_ids,
    repeatEveryHours: input.repeat_every_hours,
    isEnabled: input.enabled,
  };
}

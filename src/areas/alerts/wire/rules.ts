import { z } from 'zod';
import { idField, instantField, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody, type BodySource } from '#http/to-body.ts';
import { CONFIRMS, GROUPINGS, SEVERITIES } from '../rule.ts';
import type { Preset } from '../rules/presets.ts';
import type { ShownRule } from '../rules/shown-rule.ts';
import { CHANNELS_MAX, RuleInput, type RuleDraft } from './rule.ts';

const LIMIT_DEFAULT = 50;
export const RULES_MAX = 200;
const PRESETS_MAX = 20;
const REASON_LENGTH_MAX = 300;

export const CreateRuleBody = RuleInput.extend({
  project_id: idField()
    .nullish()
    .meta({ description: 'Left out or null: a rule of the service, on its own health; by an unbound key that has `admin`.' }),
});
export const UpdateRuleBody = RuleInput;
export const RuleParams = z.object({ rule_id: idField() });
export const ListRulesQuery = z.object({
  project_id: idField().optional().meta({ description: 'Of this project; left out: of all that the caller sees.' }),
  limit: limitField(LIMIT_DEFAULT, RULES_MAX),
  offset: offsetField(),
});
export const AddPresetsBody = z.object({ project_id: idField() });

export const reasonField = () => nameField(REASON_LENGTH_MAX).meta({ description: 'Why; shown beside what is muted.' });
export const untilField = () => instantField().meta({ description: 'When it ends by itself: in the future, at most a year away.' });
export const MuteRuleBody = z.object({ until: untilField(), reason: reasonField() });

const Noisy = z
  .object({
    alerts_7d: z.int().meta({ description: 'How often it fired in the last 7 days.' }),
    would_have_fired_twice_at: z
      .number()
      .nullable()
      .meta({ description: 'The threshold of `when.by` with which it would have fired twice; null: the event has none.' }),
  })
  .meta({ id: 'NoisyRule' });

/** What of a rule is written. */
const WrittenRule = z.object({
  name: z.string(),
  when: z.looseObject({ event: z.string() }).meta({ description: 'The event and its parameters.' }),
  where: z.record(z.string(), z.unknown()).meta({ description: 'Which keywords, as the grid filters.' }),
  min_volume: z.int().nullable(),
  min_keywords: z.int(),
  confirm: z.enum(CONFIRMS),
  recheck_max: z.int(),
  volatility: z.boolean(),
  group_by: z.enum(GROUPINGS),
  cool_down_hours: z.int(),
  severity: z.enum(SEVERITIES),
  channel_ids: z
    .array(z.string())
    .max(CHANNELS_MAX)
    .nullable()
    .meta({ description: 'Null: every channel of the project that takes its severity. Empty: the inbox alone.' }),
  repeat_every_hours: z.int().nullable(),
  enabled: z.boolean(),
});

export const RuleBody = z
  .object({
    id: z.string(),
    project_id: z.string().nullable().meta({ description: 'Null: of the service.' }),
    ...WrittenRule.shape,
    preset: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    sentence: z.string().meta({ description: 'What it says, in plain English.' }),
    muted_until: z.string().nullable().meta({ description: 'Until when a mute holds it back.' }),
    noisy: Noisy.nullable().meta({ description: 'Set when it fired more than 30 times in 7 days.' }),
    firing: z.int().meta({ description: 'Alerts of it that are open.' }),
  })
  .meta({ id: 'AlertRule' });

const PresetBody = z
  .object({
    preset: z.string(),
    why: z.string().meta({ description: 'What it is good for.' }),
    rule: WrittenRule.meta({ description: 'What `POST /api/alert-rules` takes beside `project_id`.' }),
  })
  .meta({ id: 'AlertRulePreset', description: 'A rule that most projects want.' });

export const RuleResponse = z.object({ success: z.boolean(), rule: RuleBody });
export const RuleListResponse = z.object({
  success: z.boolean(),
  rules: z.array(RuleBody),
  ...ListFields,
});
export const PresetsResponse = z.object({ success: z.boolean(), presets: z.array(PresetBody).max(PRESETS_MAX) });
export const AddedPresetsResponse = z.object({
  success: z.boolean(),
  rules: z
    .array(RuleBody)
    .max(RULES_MAX)
    .meta({ description: 'The rules that were added; a preset that the project has already is not among them.' }),
});
export const DeleteRuleResponse = z.object({ success: z.boolean(), id: z.string(), deleted: z.boolean() });

export function toRuleBody({ noisy, ...rule }: ShownRule): z.input<typeof RuleBody> {
  return toBody(RuleBody, {
    ...rule,
    ...toWrittenSource(rule),
    noisy: noisy === null ? null : { alerts_7d: noisy.alerts7d, would_have_fired_twice_at: noisy.wouldHaveFiredTwiceAt },
  });
}

export function toPresetBody({ preset, why, draft }: Preset): z.input<typeof PresetBody> {
  return { preset, why, rule: toBody(WrittenRule, toWrittenSource(draft)) };
}

function toWrittenSource({ usesVolatility, isEnabled, channelIds, ...rule }: RuleDraft): BodySource<z.input<typeof WrittenRule>> {
  return { ...rule, channelIds: channelIds === null ? null : [...channelIds], volatility: usesVolatility, enabled: isEnabled };
}

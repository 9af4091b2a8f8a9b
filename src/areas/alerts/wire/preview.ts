import { z } from 'zod';
import { dayParam, idField, nameField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import type { Preview, PreviewAlert } from '../preview/preview-rule.ts';
import { PREVIEW_DAYS, PREVIEW_DAYS_MAX } from '../preview/span.ts';
import { CONDITION_FIELDS, RuleInput } from './rule.ts';
import { INHIBITIONS, type Match } from '../events/event-kind.ts';
import { SEVERITIES } from '../rule.ts';

const { channel_ids: channelIds, repeat_every_hours: repeatEveryHours, enabled } = RuleInput.shape;

export const PreviewBody = z.strictObject({
  project_id: idField(),
  rule: z
    .strictObject({
      name: nameField().optional(),
      ...CONDITION_FIELDS,
      channel_ids: channelIds,
      repeat_every_hours: repeatEveryHours,
      enabled,
    })
    .meta({ id: 'AlertRuleDraft', description: 'A rule as it would be written; its name and where it is told make no difference here.' }),
  from: dayParam()
    .optional()
    .meta({
      description: `The first day, in the project's time zone; ${PREVIEW_DAYS - 1} days before \`to\` unless given, at most ${PREVIEW_DAYS_MAX - 1}.`,
    }),
  to: dayParam().optional().meta({ description: 'The last day; today unless given. Days to come are left out.' }),
});

const ITEMS_SHOWN = 20;
const ALERTS_SHOWN = 200;
const DAYS_SHOWN = PREVIEW_DAYS_MAX;

export const SeenBody = z
  .looseObject({
    position: z.int().nullable().optional().meta({ description: "In the project's position scale; null: not found." }),
    status: z.string().optional().meta({ description: '`ranked` or `not_found` of a keyword or an app.' }),
    checked_depth: z.int().optional().meta({ description: 'How many results were read: "not found" holds to there.' }),
    checked_at: z.string().optional(),
    page: z.string().nullable().optional(),
  })
  .meta({
    id: 'AlertObservation',
    description:
      'These are fields of keywords and apps. Further ones are those of the event, such as `feature` or `competitor`, `rating`, `url_from` or `percent`.',
  });

export const PreviewItemBody = z
  .object({
    subject: z.string(),
    label: z.string(),
    keyword_id: z.string().nullable(),
    device: z.string().nullable(),
    location_code: z.int().nullable(),
    day: z.string(),
    at: z.string(),
    from: SeenBody.nullable().meta({ description: 'What it is compared with: the last good check of an earlier day.' }),
    to: SeenBody,
    size: z.number().meta({ description: 'Places, at least where it was not found; larger is worse.' }),
    page: z.string().nullable(),
    over_on: z.string().nullable().meta({ description: 'The day on which it was over; null: it is not.' }),
  })
  .meta({ id: 'AlertPreviewItem' });

const PreviewAlertBody = z
  .object({
    day: z.string(),
    kind: z.enum(['opened', 'more']).meta({ description: '`more`: joins the alert that is open.' }),
    group: z.string(),
    severity: z.enum(SEVERITIES),
    whole_project: z.boolean().meta({ description: 'Half of the checked keywords moved the same way.' }),
    items_total: z.int(),
    items: z.array(PreviewItemBody).max(ITEMS_SHOWN).meta({ description: 'The worst of them.' }),
  })
  .meta({ id: 'AlertPreviewAlert' });

const PreviewDayBody = z
  .object({
    day: z.string(),
    measured: z.boolean().meta({ description: 'False: nothing was checked, or too many checks failed to judge the day.' }),
    failed_share: z.number().nullable().meta({ description: 'Of the checks, 0 to 1; null: there was none.' }),
    alerts: z.int(),
    items: z.int(),
    suppressed: z.int(),
  })
  .meta({ id: 'AlertPreviewDay' });

const SuggestionBody = z
  .object({
    parameter: z.enum(['by', 'min_keywords']),
    value: z.int(),
    messages_a_month: z.number().meta({ description: 'That it would have made.' }),
  })
  .meta({ id: 'AlertSuggestion' });

export const PreviewResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  time_zone: z.string(),
  from: z.string(),
  to: z.string(),
  sentence: z.string().meta({ description: 'What the rule says, in plain English.' }),
  alerts: z
    .array(PreviewAlertBody)
    .max(ALERTS_SHOWN)
    .meta({ description: `The newest ${ALERTS_SHOWN}, newest first.` }),
  by_day: z.array(PreviewDayBody).max(DAYS_SHOWN),
  items_total: z.int(),
  pending: z.int().meta({ description: 'Matches of the end that wait for a check that agrees.' }),
  messages: z.int().meta({ description: 'After grouping and cool-down. Quiet hours of a channel put them off, and join them.' }),
  messages_a_month: z.number(),
  suppressed: z.object(Object.fromEntries(INHIBITIONS.map((name) => [name, z.int()])) as Record<(typeof INHIBITIONS)[number], z.ZodInt>),
  considered: z.int().meta({ description: 'Comparisons that were made.' }),
  left_out: z.int().meta({ description: 'Keywords on a site without two good checks to compare.' }),
  days_not_measured: z.array(z.string()).max(DAYS_SHOWN),
  recheck_cost_usd: z
    .number()
    .nullable()
    .meta({ description: 'What second checks would have cost at most, at the prices of now; null: the rule makes none.' }),
  known_from: z.string().nullable().meta({ description: 'The first day that is kept of what the rule is about; null: none is.' }),
  assumes: z.array(z.string()).max(10).meta({ description: 'What of now is taken to have been so.' }),
  suggestion: SuggestionBody.nullable().meta({
    description: 'What would have made about two messages a month; null: it makes no more, or nothing would.',
  }),
});

export function toPreviewBody(preview: Preview): z.input<typeof PreviewResponse> {
  const { alerts, suppressed, byDay, suggestion, ...rest } = preview;
  return toBody(PreviewResponse, {
    ...rest,
    success: true,
    alerts: alerts.toReversed().slice(0, ALERTS_SHOWN).map(toAlertBody),
    byDay: byDay.map((day) => toBody(PreviewDayBody, { ...day, measured: day.isMeasured })),
    suppressed: Object.fromEntries(INHIBITIONS.map((name) => [name, suppressed[name] ?? 0])) as Record<
      (typeof INHIBITIONS)[number],
      number
    >,
    daysNotMeasured: [...preview.daysNotMeasured],
    assumes: [...preview.assumes],
    suggestion: suggestion === null ? null : toBody(SuggestionBody, suggestion),
  });
}

function toAlertBody({ isWholeProject, items, ...fired }: PreviewAlert): z.input<typeof PreviewAlertBody> {
  return toBody(PreviewAlertBody, {
    ...fired,
    wholeProject: isWholeProject,
    itemsTotal: items.length,
    items: items.slice(0, ITEMS_SHOWN).map(toItemBody),
  });
}

function toItemBody({ subject, ...match }: Match): z.input<typeof PreviewItemBody> {
  return toBody(PreviewItemBody, {
    ...match,
    subject: subject.key,
    label: subject.label,
    keywordId: subject.keywordId ?? null,
    device: subject.device ?? null,
    locationCode: subject.locationCode ?? null,
    from: match.from as z.input<typeof SeenBody> | null,
    to: match.to as z.input<typeof SeenBody>,
    page: match.page ?? null,
  });
}

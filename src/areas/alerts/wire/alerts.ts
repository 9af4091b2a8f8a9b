import { z } from 'zod';
import { dayParam, idField, inOrder, limitField, listField, listParam, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Alert, AlertDetails } from '../kept/alert.ts';
import type { LastRound } from '../kept/store/alerts.ts';
import { CONFIRMS, SEVERITIES } from '../rule.ts';
import { SeenBody } from './preview.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
const ACKNOWLEDGED_MAX = 200;
const NOTE_LENGTH_MAX = 500;
export const ITEMS_MAX = 1_000;
const DELIVERIES_MAX = 500;

export const ALERT_STATES = ['firing', 'resolved'] as const;

export const ListAlertsQuery = z
  .object({
    state: z.enum(ALERT_STATES).optional(),
    severity: listParam(z.enum(SEVERITIES), SEVERITIES.length).optional(),
    rule_id: idField().optional(),
    project_id: idField().optional().meta({ description: 'Of this project; left out: of all that the caller sees.' }),
    keyword_id: idField().optional().meta({ description: 'Only alerts with an item of this keyword.' }),
    from: dayParam().optional().meta({ description: 'Opened on this day or later.' }),
    to: dayParam().optional(),
    limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
    offset: offsetField(),
  })
  .refine(...inOrder('from', 'to'));
export const AlertParams = z.object({ alert_id: idField() });
const NoteField = nameField(NOTE_LENGTH_MAX).nullish().meta({ description: 'What was found out, for the others.' });
export const AcknowledgeBody = z.object({ note: NoteField });
export const AcknowledgeManyBody = z.object({ ids: listField(idField(), { min: 1, max: ACKNOWLEDGED_MAX }), note: NoteField });

const Acknowledged = z.object({ at: z.string(), by: z.string(), note: z.string().nullable() }).meta({ id: 'Acknowledged' });
const Counts = z.record(z.string(), z.int());

const AlertBody = z
  .object({
    id: z.string(),
    rule_id: z.string(),
    rule_name: z.string(),
    project_id: z.string().nullable(),
    event: z.string(),
    severity: z.enum(SEVERITIES),
    state: z.enum(ALERT_STATES),
    title: z.string(),
    group: z.string().meta({ description: 'By `group_by` of the rule: its value, or `rule`.' }),
    day: z.string().meta({ description: 'Of the project, on which it began.' }),
    opened_at: z.string(),
    last_item_at: z.string(),
    resolved_at: z.string().nullable(),
    acknowledged: Acknowledged.nullable(),
    items_total: z.int(),
    resolved_items: z.int(),
    whole_project: z
      .boolean()
      .meta({ description: 'Half of the checked keywords moved the same way: probably the engine, or what we read.' }),
    others_moved_share: z.number().nullable().meta({
      description: 'Of the other projects of the service that were checked on that day, how many moved so too, 0 to 1; null: not known.',
    }),
    suppressed: Counts.meta({ description: 'What the rule left out in that round, by reason.' }),
    confirm: z.enum(CONFIRMS).meta({ description: 'How it was confirmed: of a recheck without room, `next`.' }),
  })
  .meta({ id: 'Alert' });

const AlertItem = z
  .object({
    subject: z.string(),
    label: z.string(),
    keyword_id: z.string().nullable(),
    keyword: z.string().nullable(),
    device: z.string().nullable(),
    location_code: z.int().nullable(),
    location_name: z.string().nullable(),
    day: z.string(),
    at: z.string(),
    from: SeenBody.nullable(),
    to: SeenBody,
    url: z.string().nullable(),
    run_id: z.string().nullable(),
    size: z.number(),
    over_on: z.string().nullable().meta({ description: 'The day on which it was over again; null: it still is so.' }),
    link: z.string().nullable().meta({ description: 'Where the console shows it.' }),
  })
  .meta({ id: 'AlertItem' });

const AlertDelivery = z
  .object({
    channel_id: z.string().nullable(),
    channel_name: z.string(),
    status: z.string(),
    tries: z.int(),
    last_error: z.string().nullable(),
  })
  .meta({ id: 'AlertDelivery' });

const Recheck = z
  .object({
    checked: z.int(),
    cost_usd: z.number(),
    fell_back: z
      .boolean()
      .meta({ description: 'No budget had room, the second check failed, or the rule makes fewer: the next check confirms.' }),
  })
  .meta({ id: 'AlertRecheck' });

const AlertDetailsBody = AlertBody.extend({
  items: z.array(AlertItem).max(ITEMS_MAX).meta({ description: 'The worst first.' }),
  recheck: Recheck.nullable(),
  deliveries: z.array(AlertDelivery).max(DELIVERIES_MAX),
}).meta({ id: 'AlertDetails' });

export const AlertResponse = z.object({ success: z.boolean(), alert: AlertDetailsBody });
export const AcknowledgeResponse = z.object({ success: z.boolean(), alert: AlertBody });
const LastRoundBody = z
  .object({ day: z.string(), evaluated_at: z.string(), checks: z.int(), failed: z.int() })
  .meta({ id: 'AlertRound', description: 'The checks of one day of the project, and that its rules were judged.' });
export const AlertListResponse = z.object({
  success: z.boolean(),
  alerts: z.array(AlertBody),
  last_round: LastRoundBody.nullable().meta({
    description: 'Of the project that was asked for; null: nothing was judged yet, or none was.',
  }),
  ...ListFields,
});
export const AcknowledgeManyResponse = z.object({
  success: z.boolean(),
  acknowledged: z.int().meta({ description: 'How many were not acknowledged before.' }),
  left_out: z
    .array(
      z.object({
        id: z.string(),
        reason: z.enum(['not_found', 'acknowledged']).meta({ description: '`acknowledged`: it was already, and stays so.' }),
      }),
    )
    .max(ACKNOWLEDGED_MAX),
});

export function toAlertBody(alert: Alert): z.input<typeof AlertBody> {
  return toBody(AlertBody, toSource(alert));
}

export function toLastRoundBody(round: LastRound | null): z.input<typeof LastRoundBody> | null {
  return round === null ? null : toBody(LastRoundBody, round);
}

export function toAlertDetailsBody({ alert, items, recheck, deliveries }: AlertDetails): z.input<typeof AlertDetailsBody> {
  return {
    ...toAlertBody(alert),
    items: items.map((item) => toBody(AlertItem, item)),
    recheck: recheck === null ? null : { checked: recheck.checked, cost_usd: recheck.costUsd, fell_back: recheck.fellBack },
    deliveries: deliveries.map((delivery) => toBody(AlertDelivery, delivery)),
  };
}

function toSource({ acknowledgedAt, acknowledgedBy, acknowledgedNote, groupKey, items, context, ...alert }: Alert) {
  return {
    ...alert,
    group: groupKey,
    itemsTotal: items,
    acknowledged: acknowledgedAt === null ? null : { at: acknowledgedAt.toISOString(), by: acknowledgedBy ?? '', note: acknowledgedNote },
    wholeProject: context.whole_project ?? false,
    othersMovedShare: context.others_moved_share ?? null,
    suppressed: { ...context.suppressed },
    confirm: context.confirm ?? ('none' as const),
  };
}

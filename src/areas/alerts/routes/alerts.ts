import { defineEndpoint, type AppEndpoint } from '#context';
import { toListFields } from '#http/paging.ts';
import { acknowledgeAlert, acknowledgeMany } from '../kept/acknowledge.ts';
import { getAlert, listAlerts } from '../kept/get-alert.ts';
import * as wire from '../wire/alerts.ts';

const common = { spec: '4', area: 'alerts', access: 'key' } as const;

const getAlerts = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/alerts',
  summary: 'List alerts, newest first',
  description: 'What rules said of rounds of checks. With a project, `last_round` says which day was judged last.',
  query: wire.ListAlertsQuery,
  responses: { 200: wire.AlertListResponse },
  rows: 'alerts',
  handle: async (ctx, { query }) => {
    const { project_id: projectId, rule_id: ruleId, keyword_id: keywordId, severity: severities, ...same } = query;
    const { alerts, total, lastRound } = await listAlerts(ctx, { ...same, projectId, ruleId, keywordId, severities });
    const body = { success: true, alerts: alerts.map(wire.toAlertBody), last_round: wire.toLastRoundBody(lastRound) };
    return { status: 200, body: { ...body, ...toListFields(alerts, query, total) } };
  },
});

const getOneAlert = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/alerts/{alert_id}',
  summary: 'Read an alert: what it is about, what was left out, and where it was sent',
  description: `With its ${wire.ITEMS_MAX} worst items; \`items_total\` counts all.`,
  params: wire.AlertParams,
  responses: { 200: wire.AlertResponse },
  handle: async (ctx, { params }) => ({
    status: 200,
    body: { success: true, alert: wire.toAlertDetailsBody(await getAlert(ctx, params.alert_id)) },
  }),
});

const postAcknowledge = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/alerts/{alert_id}/acknowledge',
  right: 'annotate',
  summary: 'Acknowledge an alert',
  description: 'It is not repeated until something about it changes. One that was acknowledged stays as it is.',
  params: wire.AlertParams,
  body: wire.AcknowledgeBody,
  responses: { 200: wire.AcknowledgeResponse },
  handle: async (ctx, { params, body }) => ({
    status: 200,
    body: { success: true, alert: wire.toAlertBody(await acknowledgeAlert(ctx, params.alert_id, body.note ?? null)) },
  }),
});

const postAcknowledgeMany = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/alerts/acknowledge',
  right: 'annotate',
  summary: 'Acknowledge many alerts',
  description: 'Those that cannot be acknowledged are named in `left_out`, and the others are; 404 when the caller sees none of them.',
  body: wire.AcknowledgeManyBody,
  responses: { 200: wire.AcknowledgeManyResponse },
  failures: ['not_found'],
  handle: async (ctx, { body }) => {
    const { acknowledged, leftOut } = await acknowledgeMany(ctx, body.ids, body.note ?? null);
    return { status: 200, body: { success: true, acknowledged, left_out: [...leftOut] } };
  },
});

export const alertEndpoints: AppEndpoint[] = [getAlerts, getOneAlert, postAcknowledge, postAcknowledgeMany];

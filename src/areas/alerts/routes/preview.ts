import { defineEndpoint, type AppEndpoint } from '#context';
import { previewRule } from '../preview/preview-rule.ts';
import { PreviewBody, PreviewResponse, toPreviewBody } from '../wire/preview.ts';
import { toCondition } from '../wire/rule.ts';

/** A preview reads what a project measured in months. */
const COUNTS_AS = 20;

const postPreview = defineEndpoint({
  method: 'POST',
  path: '/api/alert-rules/preview',
  spec: '4',
  area: 'alerts',
  access: 'key',
  right: 'look',
  summary: 'What a rule would have said in days of the past',
  description:
    'Judged as rounds of today are, by the same code: what failed fires nothing, "not found" holds down to the depth that was read, and a day on which 20 % of the checks failed is not judged. ' +
    `Counts as ${COUNTS_AS} requests of a minute.`,
  body: PreviewBody,
  responses: { 200: PreviewResponse },
  failures: ['not_found'],
  idempotent: false,
  countsAs: COUNTS_AS,
  handle: async (ctx, { body }) => {
    const { project_id: projectId, rule, from, to } = body;
    return { status: 200, body: toPreviewBody(await previewRule(ctx, { projectId, condition: toCondition(rule), from, to })) };
  },
});

export const previewEndpoints: AppEndpoint[] = [postPreview];

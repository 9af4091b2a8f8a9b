import { defineEndpoint, type AppEndpoint } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { acceptPattern } from '../corrections/patterns/accept-pattern.ts';
import { getCorrectionStats } from '../corrections/get-correction-stats.ts';
import { getCorrectionHistory } from '../corrections/get-history.ts';
import { listCorrectionPatterns } from '../corrections/patterns/list-correction-patterns.ts';
import { recordAllCorrections, recordCorrections } from '../corrections/record-corrections.ts';
import { startLearning } from '../corrections/learning/start-learning.ts';
import { CorrectionStatsResponse, toCorrectionStatsBody } from '../wire/correction-stats.ts';
import {
  AcceptResponse,
  CorrectionBody,
  CorrectionResponse,
  CorrectionsBody,
  CorrectionsResponse,
  FeedbackBody,
  HistoryParams,
  HistoryQuery,
  HistoryResponse,
  PatternParams,
  PatternsQuery,
  PatternsResponse,
  toAcceptBody,
  toAllRecordedBody,
  toCorrectionOrder,
  toPlacedOrders,
  toFeedbackOrder,
  toCorrectionHistoryBody,
  toPatternsBody,
  toRecordedBody,
} from '../wire/corrections.ts';
import { CorrectionsCsvBody, CorrectionsCsvResponse, readCorrectionsCsv } from '../wire/corrections-csv.ts';
import { LearnResponse, toLearnBody } from '../wire/learning.ts';

const common = { area: 'classification', spec: '4.7', access: 'admin' } as const;

const postCorrection = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/corrections',
  summary: 'Say what a domain, page or keyword really is, or that its labels are right',
  description:
    'Takes `corrected_<dimension>` or `<dimension>` for each dimension that the entity has. The entity has the label at once; `learn` makes an example of it.',
  body: CorrectionBody,
  responses: { 200: CorrectionResponse },
  failures: ['not_found'],
  subjectOf: (_input, { entity_type, entity_id, classification }) => ({ entity_type, entity_id, ...classification }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toRecordedBody(await recordCorrections(ctx, toCorrectionOrder(body))) };
  },
});

const postCorrections = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/corrections/batch',
  summary: 'Say what several domains, pages and keywords really are',
  description: 'At most 200, each as for one. All of them are recorded, or none: a 400 names every wrong field by its place in the list.',
  body: CorrectionsBody,
  responses: { 200: CorrectionsResponse },
  subjectOf: (_input, { recorded }) => ({ recorded }),
  handle: async (ctx, { body: { corrections } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toAllRecordedBody(await recordAllCorrections(ctx, toPlacedOrders(corrections))) };
  },
});

const postCorrectionsCsv = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/corrections/csv',
  summary: 'Say what several domains, pages and keywords really are, as lines of CSV',
  description:
    'At most 200 lines below the names of their columns: `entity_type` and `entity_id` (or a column `domain`, `url` or `keyword`), a column for each dimension, `is_correct`, `notes`. All of them are recorded, or none: a 400 names every wrong cell by its line and column. With `check` nothing is recorded in any case.',
  body: CorrectionsCsvBody,
  responses: { 200: CorrectionsCsvResponse },
  refusesUnknown: true,
  subjectOf: (_input, { recorded }) => ({ recorded }),
  handle: async (ctx, { body: { check: isCheck = false, ...csv } }) => {
    requireUnbound(ctx.caller);
    const orders = readCorrectionsCsv(csv);
    const recorded = await recordAllCorrections(ctx, orders, isCheck);
    return { status: 200, body: { success: true, lines: orders.length, recorded: recorded.length } };
  },
});

const postFeedback = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/urls/feedback',
  summary: 'Say what a page really is, or that its labels are right',
  description: 'The same as a correction of a page.',
  body: FeedbackBody,
  responses: { 200: CorrectionResponse },
  failures: ['not_found'],
  subjectOf: (_input, { entity_id, classification }) => ({ url_id: entity_id, ...classification }),
  handle: async (ctx, { body }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toRecordedBody(await recordCorrections(ctx, toFeedbackOrder(body))) };
  },
});

const getStats = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/classifier/corrections/stats',
  summary: 'What people said of classifications, and how right each source was',
  responses: { 200: CorrectionStatsResponse },
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toCorrectionStatsBody(await getCorrectionStats(ctx)) };
  },
});

const getHistoryOfOne = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/classifier/corrections/history/{type}/{id}',
  summary: 'What was said of one entity, newest first',
  params: HistoryParams,
  query: HistoryQuery,
  responses: { 200: HistoryResponse },
  failures: ['not_found'],
  handle: async (ctx, { params, query }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toCorrectionHistoryBody(params, query, await getCorrectionHistory(ctx, { ...params, ...query })) };
  },
});

const getPatterns = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/admin/classifier/corrections/patterns',
  summary: 'Corrections that were made again and again, with the rules that they suggest',
  description: 'A suggested rule says how many corrected items it holds for, and how many items with another label it would change.',
  query: PatternsQuery,
  responses: { 200: PatternsResponse },
  handle: async (ctx, { query }) => {
    requireUnbound(ctx.caller);
    const { entity_type: entityType, min_count: countMin, ...page } = query;
    return { status: 200, body: toPatternsBody(page, await listCorrectionPatterns(ctx, { entityType, countMin, ...page })) };
  },
});

const postAccept = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/corrections/patterns/{id}/accept',
  summary: 'Make the rule that a pattern suggests part of the first stage',
  params: PatternParams,
  responses: { 200: AcceptResponse },
  failures: ['not_found', 'conflict'],
  subjectOf: (_input, { pattern }) => ({ rule: pattern.suggested_rule?.text, label: pattern.to_value }),
  handle: async (ctx, { params: { id } }) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toAcceptBody(await acceptPattern(ctx, id)) };
  },
});

const postLearn = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/admin/classifier/corrections/learn',
  summary: 'Make examples of the corrections that wait, and weigh examples again',
  description:
    'Waits at most 25 seconds. New weights and a new reading of confidence hold only if a fixed set of examples is judged no worse with them.',
  responses: { 200: LearnResponse },
  subjectOf: (_input, { workflow_id }) => ({ workflow_id }),
  handle: async (ctx) => {
    requireUnbound(ctx.caller);
    return { status: 200, body: toLearnBody(await startLearning(ctx)) };
  },
});

export const correctionEndpoints: AppEndpoint[] = [
  postCorrection,
  postCorrections,
  postCorrectionsCsv,
  postFeedback,
  getStats,
  getHistoryOfOne,
  getPatterns,
  postAccept,
  postLearn,
];

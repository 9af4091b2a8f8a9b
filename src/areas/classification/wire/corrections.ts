import { z } from 'zod';
import { descriptionField, fillFrom, idField, integerField, integerParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields, type Page } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { AcceptedPattern } from '../corrections/accept-pattern.ts';
import type { Correction, CorrectionPattern } from '../corrections/correction.ts';
import type { CorrectionOrder, RecordedCorrections } from '../corrections/record-corrections.ts';
import type { GivenLabel } from '../corrections/read-corrections.ts';
import { KINDS } from '../similarity/example.ts';
import { VOCABULARIES } from '../vocabulary/vocabularies.ts';

/** The dimensions that can be corrected; which of them an entity has, the verb says. A keyword has several modifiers, so they have no one label. */
const DIMENSIONS = VOCABULARIES.filter(
  ({ subject, dimension }) => (subject !== 'record' || dimension === 'quality_tier') && dimension !== 'modifier',
).map(({ dimension }) => dimension);

const HISTORY_DEFAULT = 50;
const HISTORY_MAX = 200;

const label = () => nameField().optional();

const LabelFields = Object.fromEntries(DIMENSIONS.flatMap((name) => [[name, label()] as const, [`corrected_${name}`, label()] as const]));

/** As a number or as text. */
const EntityId = z.union([integerField({ min: 1, max: Number.MAX_SAFE_INTEGER }), idField()]).transform(String);

const common = {
  is_correct: z.boolean().optional().meta({ description: 'true confirms the labels; false needs at least one corrected label.' }),
  notes: descriptionField().optional(),
};

export const CorrectionBody = z
  .object({
    ...common,
    ...LabelFields,
    url_id: EntityId.optional().meta({ description: 'A page; the same as `entity_type` `url` with its id.' }),
    entity_type: z.enum(KINDS).optional(),
    entity_id: EntityId.optional(),
  })
  .superRefine((body, context) => {
    const isPage = body.url_id !== undefined;
    const add = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message, input: body });
    if (isPage && (body.entity_type ?? 'url') !== 'url') add('entity_type', 'contradicts url_id');
    if (isPage && (body.entity_id ?? body.url_id) !== body.url_id) add('entity_id', 'contradicts url_id');
    if (!isPage && body.entity_type === undefined) add('entity_type', 'is required unless url_id is given');
    if (!isPage && body.entity_id === undefined) add('entity_id', 'is required unless url_id is given');
  });

export const FeedbackBody = z.preprocess(
  fillFrom('url_id', ['entity_id']),
  z.object({
    ...common,
    url_id: EntityId,
    corrected_page_type: label(),
    corrected_quality_tier: label(),
    corrected_structural_type: label(),
    corrected_spam_tier: label(),
    corrected_domain_type: label(),
  }),
);

export function toCorrectionOrder(body: z.output<typeof CorrectionBody>): CorrectionOrder {
  const { url_id: urlId, entity_type: entityType, entity_id: entityId, is_correct: isCorrect, notes } = body;
  return {
    entityType: urlId === undefined ? (entityType ?? 'url') : 'url',
    entityId: urlId ?? entityId ?? '',
    given: listGiven(body),
    isCorrect,
    notes,
  };
}

export function toFeedbackOrder(body: z.output<typeof FeedbackBody>): CorrectionOrder {
  return { entityType: 'url', entityId: body.url_id, given: listGiven(body), isCorrect: body.is_correct, notes: body.notes };
}

function listGiven(body: object): GivenLabel[] {
  return DIMENSIONS.flatMap((dimension) =>
    [dimension, `corrected_${dimension}`].flatMap((field) => {
      const text: unknown = Reflect.get(body, field);
      return typeof text === 'string' ? [{ field, dimension, text }] : [];
    }),
  );
}

const CorrectionRow = z
  .object({
    id: z.int(),
    entity_type: z.enum(KINDS),
    entity_id: z.string(),
    item: z.string().meta({ description: 'The host, address or text' }),
    original_dimension: z.string(),
    original_value: z.string().nullable(),
    corrected_value: z.string().meta({ description: 'Equal to `original_value`: the label was confirmed.' }),
    source_before: z.string().nullable().meta({ description: 'Where the label came from' }),
    confidence_before: z.int().nullable(),
    notes: z.string().nullable(),
    created_by: z.string().meta({ description: 'Id of the key' }),
    created_at: z.string(),
    times: z.int().meta({ description: 'How often it was said' }),
    said_at: z.string().meta({ description: 'When it was said last. Of contradicting ones the last said holds.' }),
    processed_at: z.string().nullable().meta({ description: 'When it became an example; null: it waits for `learn`.' }),
  })
  .meta({ id: 'ClassificationCorrection' });

const toCorrectionBody = (correction: Correction): z.input<typeof CorrectionRow> => toBody(CorrectionRow, correction);

export const CorrectionResponse = z.object({
  success: z.boolean(),
  entity_type: z.enum(KINDS),
  entity_id: z.string(),
  item: z.string(),
  corrections: z.array(CorrectionRow),
  classification: z
    .record(z.string(), z.string())
    .meta({ description: 'What was written to the entity: what was given, and what follows from it' }),
  message: z.string(),
});

export function toRecordedBody({ entity, corrections, labels }: RecordedCorrections): z.input<typeof CorrectionResponse> {
  return {
    success: true,
    entity_type: entity.type,
    entity_id: entity.id,
    item: entity.item,
    corrections: corrections.map(toCorrectionBody),
    classification: { ...labels },
    message: `${corrections.length} labels of ${entity.item} recorded; POST /api/admin/classifier/corrections/learn makes an example of them`,
  };
}

export const HistoryParams = z.object({ type: z.enum(KINDS), id: idField() });
export const HistoryQuery = z.object({ limit: limitField(HISTORY_DEFAULT, HISTORY_MAX), offset: offsetField() });

export const HistoryResponse = z.object({
  success: z.boolean(),
  entity_type: z.enum(KINDS),
  entity_id: z.string(),
  history: z.array(CorrectionRow),
  ...ListFields,
});

export function toHistoryBody(
  { type, id }: z.output<typeof HistoryParams>,
  page: Page,
  { corrections, total }: { readonly corrections: readonly Correction[]; readonly total: number },
): z.input<typeof HistoryResponse> {
  return {
    success: true,
    entity_type: type,
    entity_id: id,
    history: corrections.map(toCorrectionBody),
    ...toListFields(corrections, page, total),
  };
}

export const PatternsQuery = z.object({
  entity_type: z.enum(KINDS).optional(),
  min_count: integerParam({ min: 1 }).default(1).meta({ description: 'Corrections at least.' }),
  limit: limitField(HISTORY_DEFAULT, HISTORY_MAX),
  offset: offsetField(),
});

const SuggestedRuleBody = z
  .object({
    feature: z.string(),
    value: z.string(),
    text: z.string(),
    support: z.int().meta({ description: 'Corrected items that have it' }),
    counter_examples: z.int().meta({ description: 'Items that have it and another label' }),
  })
  .meta({ id: 'SuggestedRule' });

const PatternRow = z
  .object({
    id: z.int(),
    entity_type: z.enum(KINDS),
    dimension: z.string(),
    from_value: z.string().meta({ description: 'Empty: there was no label.' }),
    to_value: z.string(),
    count: z.int(),
    suggested_rule: SuggestedRuleBody.nullable().meta({ description: 'What `learn` found that the items have in common' }),
    accepted_at: z.string().nullable(),
    accepted_by: z.string().nullable(),
    created_at: z.string(),
    last_seen_at: z.string(),
  })
  .meta({ id: 'CorrectionPattern' });

export const PatternsResponse = z.object({ success: z.boolean(), patterns: z.array(PatternRow), ...ListFields });

const toPatternBody = (pattern: CorrectionPattern): z.input<typeof PatternRow> => toBody(PatternRow, pattern);

export function toPatternsBody(
  page: Page,
  { patterns, total }: { readonly patterns: readonly CorrectionPattern[]; readonly total: number },
): z.input<typeof PatternsResponse> {
  return { success: true, patterns: patterns.map(toPatternBody), ...toListFields(patterns, page, total) };
}

export const PatternParams = z.object({ id: integerParam({ min: 1, max: Number.MAX_SAFE_INTEGER }) });

export const AcceptResponse = z.object({
  success: z.boolean(),
  pattern: PatternRow,
  confidence: z.int().meta({ description: 'Of the rule, from 0 to 100' }),
  message: z.string(),
});

export function toAcceptBody({ pattern, confidencePct }: AcceptedPattern): z.input<typeof AcceptResponse> {
  const { dimension, toValue, suggestedRule } = pattern;
  const message = `${suggestedRule?.text ?? ''} means ${dimension} ${toValue} from now on`;
  return { success: true, pattern: toPatternBody(pattern), confidence: confidencePct, message };
}

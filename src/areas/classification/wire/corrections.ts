import { z } from 'zod';
import { URL_LENGTH_MAX } from '#areas/domains/index.ts';
import type { BodyForms } from '#http/endpoint.ts';
import { descriptionField, idField, integerField, integerParam, limitField, listField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import type { AcceptedPattern } from '../corrections/patterns/accept-pattern.ts';
import type { Correction, CorrectionPattern } from '../corrections/correction.ts';
import type { CorrectionOrder, PlacedOrder, RecordedCorrections } from '../corrections/record-corrections.ts';
import type { GivenLabel } from '../corrections/read-corrections.ts';
import { KINDS, type Kind } from '../similarity/example.ts';
import { VOCABULARIES } from '../vocabulary/vocabularies.ts';
import { formatPlural } from '#kernel/text.ts';

const HISTORY_DEFAULT = 50;
const HISTORY_MAX = 200;

/** As a number, an id, or the host, address or text itself. */
const EntityId = z.union([integerField({ min: 1, max: Number.MAX_SAFE_INTEGER }), nameField(URL_LENGTH_MAX)]).transform(String);

const common = {
  is_correct: z.boolean().optional().meta({ description: 'true confirms the labels; false needs at least one corrected label.' }),
  notes: descriptionField().optional(),
};

/** The dimensions of each kind that can be corrected. A keyword has several modifiers, so they have no one label. */
const DIMENSIONS = {
  domain: [...listDimensions('domain'), 'quality_tier'],
  url: [...listDimensions('url'), 'domain_type', 'quality_tier'],
  keyword: listDimensions('keyword').filter((dimension) => dimension !== 'modifier'),
} as const satisfies Record<Kind, readonly string[]>;

function listDimensions(kind: Kind): string[] {
  return VOCABULARIES.filter(({ subject }) => subject === kind).map(({ dimension }) => dimension);
}

function labelField(dimension: string) {
  return nameField()
    .optional()
    .meta({ description: `A label of ${dimension}, in any spelling that its vocabulary knows.` });
}

function labelFields(dimensions: readonly string[]): Record<string, ReturnType<typeof labelField>> {
  const names = dimensions.flatMap((dimension) => [[dimension, dimension] as const, [`corrected_${dimension}`, dimension] as const]);
  return Object.fromEntries(names.map(([name, dimension]) => [name, labelField(dimension)]));
}

/** What is no dimension of the kind is kept, so that it can be refused by its name. */
function entityForm(kind: Kind) {
  return z.looseObject({ ...labelFields(DIMENSIONS[kind]), ...common, entity_type: z.literal(kind), entity_id: EntityId });
}

const PageForm = z
  .looseObject({
    ...labelFields(DIMENSIONS.url),
    ...common,
    url_id: EntityId,
    entity_type: z.literal('url').optional(),
    entity_id: EntityId.optional(),
  })
  .superRefine(({ url_id: urlId, entity_id: entityId }, context) => {
    if ((entityId ?? urlId) === urlId) return;
    context.addIssue({ code: 'custom', path: ['entity_id'], message: 'contradicts url_id', input: entityId });
  });

/** One schema for each kind of entity, so that a message names what is wrong with that kind. */
export const CorrectionBody = {
  forms: { page: PageForm, url: entityForm('url'), domain: entityForm('domain'), keyword: entityForm('keyword') },
  choose: (raw: unknown): 'page' | Kind => {
    const { url_id: urlId, entity_type: type } = (raw ?? {}) as Readonly<Record<string, unknown>>;
    if (urlId !== undefined || typeof type !== 'string') return 'page';
    return KINDS.find((kind) => kind === type) ?? 'url';
  },
} satisfies BodyForms;
type CorrectionBody = z.output<(typeof CorrectionBody)['forms'][keyof (typeof CorrectionBody)['forms']]>;

/** Each is a statement or three, all in one transaction. */
export const BATCH_MAX = 200;

export const CorrectionEntry = z.discriminatedUnion('entity_type', [entityForm('domain'), entityForm('url'), entityForm('keyword')]);

export const CorrectionsBody = z.object({ corrections: listField(CorrectionEntry, { min: 1, max: BATCH_MAX }) });

export const FeedbackBody = z.object({
  ...common,
  url_id: EntityId,
  corrected_page_type: labelField('page_type'),
  corrected_quality_tier: labelField('quality_tier'),
  corrected_structural_type: labelField('structural_type'),
  corrected_spam_tier: labelField('spam_tier'),
  corrected_domain_type: labelField('domain_type'),
});

export function toCorrectionOrder(body: CorrectionBody): CorrectionOrder {
  const { entity_type: entityType = 'url', is_correct: isCorrect, notes } = body;
  const entityId = typeof body.url_id === 'string' ? body.url_id : (body.entity_id ?? '');
  return { entityType, entityId, given: listGiven(body), isCorrect, notes };
}

export function toPlacedOrders(corrections: readonly z.output<typeof CorrectionEntry>[]): PlacedOrder[] {
  return corrections.map((body, at) => ({ place: (field) => `corrections[${at}].${field}`, order: toCorrectionOrder(body) }));
}

export function toFeedbackOrder(body: z.output<typeof FeedbackBody>): CorrectionOrder {
  const { url_id: entityId, is_correct: isCorrect, notes } = body;
  return { entityType: 'url', entityId, given: listGiven(body), isCorrect, notes };
}

export const ALL_DIMENSIONS = [...new Set(Object.values(DIMENSIONS).flat())];

function listGiven(body: object): GivenLabel[] {
  return ALL_DIMENSIONS.flatMap((dimension) =>
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
    processed_at: z
      .string()
      .nullable()
      .meta({ description: 'When it became an example; null, or before `said_at`: it waits for `learn`.' }),
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

export const CorrectionsResponse = z.object({
  success: z.boolean(),
  recorded: z.int().meta({ description: 'How many corrections; all of them, or the answer is an error and nothing was recorded' }),
  results: z.array(CorrectionResponse.omit({ success: true, message: true })).meta({ description: 'In the order of the request' }),
});

export function toAllRecordedBody(recorded: readonly RecordedCorrections[]): z.input<typeof CorrectionsResponse> {
  return { success: true, recorded: recorded.length, results: recorded.map(toResultBody) };
}

export function toRecordedBody(recorded: RecordedCorrections): z.input<typeof CorrectionResponse> {
  const { corrections, entity } = recorded;
  return {
    success: true,
    ...toResultBody(recorded),
    message: `${formatPlural(corrections.length, 'label')} of ${entity.item} recorded; POST /api/admin/classifier/corrections/learn makes an example of them`,
  };
}

function toResultBody({ entity, corrections, labels }: RecordedCorrections) {
  return {
    entity_type: entity.type,
    entity_id: entity.id,
    item: entity.item,
    corrections: corrections.map(toCorrectionBody),
    classification: { ...labels },
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

export function toCorrectionHistoryBody(
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

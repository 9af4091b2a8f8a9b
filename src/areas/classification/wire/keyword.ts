import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { idField, listField, nameField } from '#http/fields.ts';
import type { Described } from '../records/describe.ts';
import { FlagFields, HowFields, JudgedFields, toJudgedBody } from './classification.ts';

const BRANDS_MAX = 100;

export const KeywordBody = z.object({
  keyword: nameField(),
  brands: listField(nameField(), { max: BRANDS_MAX }).optional().meta({ description: 'Names that make a keyword branded' }),
  project_id: idField().optional().meta({ description: 'Its own websites are brands too.' }),
  ...HowFields,
  ...FlagFields,
  dry_run: dryRunField(),
});

const label = () => z.string().nullable();

export const KeywordResponse = z.object({
  success: z.boolean(),
  keyword: z.string(),
  classification: z.object({
    intent_type: label(),
    type: label(),
    journey: label(),
    journey_moment: label(),
    query_specificity: label(),
    expertise_level: label(),
    branded: z.boolean(),
    has_brand_mention: z.boolean(),
    modifiers: z.array(z.string()),
    confidence: z.number(),
  }),
  ...JudgedFields,
  workflow_id: z.string().optional(),
});

/** What its words say beside its labels. */
export interface KeywordWords {
  readonly isBranded: boolean;
  readonly modifiers: readonly string[];
}

export function toClassifiedKeywordBody(described: Described, { isBranded, modifiers }: KeywordWords): z.input<typeof KeywordResponse> {
  const { verdicts, subject, confidence } = described;
  const of = (dimension: string): string | null => verdicts[dimension]?.label ?? null;
  return {
    success: true,
    keyword: subject,
    classification: {
      intent_type: of('intent_type'),
      type: of('intent_type'),
      journey: of('journey'),
      journey_moment: of('journey'),
      query_specificity: of('query_specificity'),
      expertise_level: of('expertise_level'),
      branded: isBranded,
      has_brand_mention: isBranded,
      modifiers: [...modifiers],
      confidence,
    },
    ...toJudgedBody(described),
  };
}

import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { idField, listField, nameField } from '#http/fields.ts';
import type { KeywordDescription } from '../keywords/judge-keyword.ts';
import type { Described } from '../records/describe.ts';
import { FlagFields, HowFields, JudgedFields, toJudgedBody } from './classification.ts';

const BRANDS_MAX = 100;
/** Of a keyword; it has at most 200 characters. */
const BRANDS_NAMED_MAX = 100;

export const KeywordBody = z.object({
  keyword: nameField(),
  brands: listField(nameField(), { max: BRANDS_MAX }).optional().meta({ description: 'Own names: those that make a keyword branded' }),
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
    branded: z.boolean().meta({ description: 'It names one of `brands` or an own website of the project' }),
    has_brand_mention: z.boolean().meta({ description: 'It names any known brand, own ones included' }),
    brands: z
      .array(z.object({ name: z.string(), is_own: z.boolean(), reason: z.string() }))
      .max(BRANDS_NAMED_MAX)
      .meta({ description: 'What it names, and why the words are read as a brand' }),
    modifiers: z.array(z.string()),
    confidence: z.number(),
  }),
  ...JudgedFields,
  workflow_id: z.string().optional(),
});

export function toClassifiedKeywordBody(
  described: Described,
  { isBranded, hasBrandMention, brands, modifiers }: KeywordDescription,
): z.input<typeof KeywordResponse> {
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
      has_brand_mention: hasBrandMention,
      brands: brands.map(({ name, isOwn, reason }) => ({ name, is_own: isOwn, reason })),
      modifiers: [...modifiers],
      confidence,
    },
    ...toJudgedBody(described),
  };
}

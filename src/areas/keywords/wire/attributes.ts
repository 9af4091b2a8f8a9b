import { z } from 'zod';
import type { AiVolume } from '#providers/search-data/lists.ts';
import type { Asker } from '../answers/asker.ts';
import type { KeywordAttributes } from '../answers/attributes/get-keyword-attributes.ts';
import {
  toAnswerFields,
  AnswerFields,
  askedKeywordsField,
  BesideFields,
  CategoryBody,
  OutcomeFields,
  SkippedFields,
  toCategoryBodies,
  toOutcomes,
  toSkippedFields,
} from './keyword-question.ts';

const KEYWORDS_MAX = 1_000;

export const AttributesBody = z.object({ keywords: askedKeywordsField(KEYWORDS_MAX), ...BesideFields });
type AttributesBody = z.output<typeof AttributesBody>;

const CategoriesKeyword = z
  .object({
    ...OutcomeFields,
    category_ids: z.array(z.int()),
    categories: z.array(CategoryBody).meta({ description: 'A category that the table of the service does not have has no path.' }),
  })
  .meta({ id: 'KeywordCategories' });

export const CategoriesResponse = z.object({ ...AnswerFields, keywords: z.array(CategoriesKeyword), ...SkippedFields });

const AiVolumeKeyword = z
  .object({
    ...OutcomeFields,
    ai_search_volume: z.int().nullable().meta({ description: 'Null: not known.' }),
    ai_monthly_searches: z
      .array(z.object({ year: z.int(), month: z.int(), ai_search_volume: z.int() }))
      .meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'KeywordAiVolume' });

export const AiVolumesResponse = z.object({ ...AnswerFields, keywords: z.array(AiVolumeKeyword), ...SkippedFields });

export function toCategoriesBody(
  body: AttributesBody,
  asker: Asker,
  result: KeywordAttributes<readonly number[]>,
): z.input<typeof CategoriesResponse> {
  return toBody(body, asker, result, (ids) => ({ category_ids: [...(ids ?? [])], categories: toCategoryBodies(ids ?? []) }));
}

export function toAiVolumesBody(
  body: AttributesBody,
  asker: Asker,
  result: KeywordAttributes<AiVolume>,
): z.input<typeof AiVolumesResponse> {
  return toBody(body, asker, result, (volume) => ({
    ai_search_volume: volume?.searchVolume ?? null,
    ai_monthly_searches: (volume?.monthlySearches ?? []).map(({ year, month, searchVolume }) => ({
      year,
      month,
      ai_search_volume: searchVolume,
    })),
  }));
}

function toBody<Value extends object, Fields extends object>(
  { keywords }: AttributesBody,
  asker: Asker,
  result: KeywordAttributes<Value>,
  toFields: (value: Value | undefined) => Fields,
) {
  const outcomes = toOutcomes(keywords, { ...result, byKeyword: result.attributes });
  return {
    ...toAnswerFields(outcomes.length, asker, result),
    keywords: outcomes.map(({ fields, value }) => ({ ...fields, ...toFields(value) })),
    ...toSkippedFields(result),
  };
}

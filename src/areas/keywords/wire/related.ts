import { z } from 'zod';
import { integerField } from '#http/fields.ts';
import { LIST_ROWS_PER_CALL } from '#providers/search-data/lists.ts';
import type { Asker } from '../answers/asker.ts';
import type { RelatedKeywords } from '../answers/lists/related-question.ts';
import { toAnswerFields, AnswerFields, askedKeywordsField, BesideFields } from './keyword-question.ts';
import { MetricsFields, toMetricsFields } from './overview.ts';

const LIMIT_DEFAULT = 100;
const SEEDS_MAX = 200;

export const RelatedBody = z.object({
  keywords: askedKeywordsField(SEEDS_MAX).meta({ description: 'Where only the ads planner has figures at most 20.' }),
  limit: integerField({ min: 1, max: LIST_ROWS_PER_CALL }).default(LIMIT_DEFAULT),
  ...BesideFields,
});

export const RelatedResponse = z.object({
  ...AnswerFields,
  source: z
    .enum(['provider', 'ads_source'])
    .meta({ description: "The provider's own database, or the ads planner where that does not reach." }),
  fetched_at: z.string(),
  seed_keywords: z.array(z.string()),
  total_count: z.int(),
  keywords: z
    .array(z.object({ keyword: z.string(), keyword_text: z.string(), ...MetricsFields }).meta({ id: 'RelatedKeyword' }))
    .meta({ description: 'Most relevant first.' }),
});

export function toRelatedBody(
  { keywords }: z.output<typeof RelatedBody>,
  asker: Asker,
  { source, list }: RelatedKeywords,
): z.input<typeof RelatedResponse> {
  return {
    ...toAnswerFields(list.rows.length, asker, list),
    source: source === 'labs' ? 'provider' : 'ads_source',
    fetched_at: list.fetchedAt.toISOString(),
    seed_keywords: [...keywords],
    total_count: list.total ?? list.rows.length,
    keywords: list.rows.map((row) => ({ keyword: row.keyword, keyword_text: row.keyword, ...toMetricsFields(row) })),
  };
}

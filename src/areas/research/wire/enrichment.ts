import { z } from 'zod';
import { RUN_BUSINESS_TYPES, SURE_CATEGORY, type Enrichment } from '../runs/research-run.ts';

const RecommendedCategory = z.object({
  id: z.int(),
  name: z.string(),
  path: z.string(),
  confidence: z.number().meta({ description: '0 to 1; a category is never as sure as a recommended one below it' }),
  is_confident: z.boolean().meta({ description: `From a confidence of ${SURE_CATEGORY} on: worth confirming without a look` }),
  expected_keywords: z.int().nullable().meta({
    description:
      'Keywords that the provider knows the site to rank for in this category and in none of the recommended ones below it: about what it adds. null: not known',
  }),
});

/** What a site is. Doubled fields are two names of one value. */
export const EnrichmentBody = z
  .object({
    business_type: z.enum(RUN_BUSINESS_TYPES),
    business_type_confidence: z.number(),
    business_focus: z.string(),
    focus: z.string(),
    high_level_categories: z.array(RecommendedCategory),
    recommended_categories: z.array(RecommendedCategory),
    seed_keywords: z.array(z.string()),
    brand_names: z.array(z.string()),
    language_code: z.string(),
    by: z.array(z.enum(['llm', 'rules', 'embedding', 'provider'])).meta({ description: 'What took part in the answer' }),
    notes: z.array(z.string()).meta({ description: 'For example why no language model took part' }),
  })
  .meta({ id: 'ResearchEnrichment' });

export function toEnrichmentBody(enrichment: Enrichment): z.input<typeof EnrichmentBody> {
  const categories = enrichment.categories.map(({ id, name, path, confidence, expectedKeywords }) => ({
    id,
    name,
    path,
    confidence,
    is_confident: confidence >= SURE_CATEGORY,
    expected_keywords: expectedKeywords ?? null,
  }));
  return {
    business_type: enrichment.businessType,
    business_type_confidence: enrichment.businessTypeConfidence,
    business_focus: enrichment.businessFocus,
    focus: enrichment.businessFocus,
    high_level_categories: categories,
    recommended_categories: categories,
    seed_keywords: [...enrichment.seedKeywords],
    brand_names: [...enrichment.brandNames],
    language_code: enrichment.languageCode,
    by: [...enrichment.by],
    notes: [...enrichment.notes],
  };
}

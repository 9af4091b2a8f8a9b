import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import type { AnalyzeSiteInput, SiteAnalysis } from '../site/analyze-site.ts';
import { EnrichmentBody, toEnrichmentBody } from './enrichment.ts';
import { siteField } from './fields.ts';

export const AnalyzeSiteBody = z.object({
  url: siteField(),
  location_code: locationCodeField()
    .nullish()
    .meta({ description: 'Where the figures hold; where the site is most likely at home unless given' }),
  language_code: languageCodeField().nullish().meta({ description: "The site's own language unless given" }),
  dry_run: dryRunField(),
});

export const AnalyzeSiteResponse = z.object({
  success: z.boolean(),
  url: z.string(),
  location_code: z.int(),
  language_code: z.string(),
  keywords: z.array(
    z.object({
      keyword: z.string(),
      search_volume: z.int().nullable().meta({ description: 'Null: unknown' }),
      competition: z.number().nullable(),
      category_id: z.int().nullable(),
    }),
  ),
  categories: z.array(z.object({ id: z.int(), path: z.string(), name: z.string(), confidence: z.number() })),
  enrichment: EnrichmentBody,
  notes: z.array(z.string()).meta({ description: 'What took no part, and why' }),
});

export function toAnalyzeInput({ url, location_code, language_code }: z.output<typeof AnalyzeSiteBody>): AnalyzeSiteInput {
  return { ...url, locationCode: location_code ?? undefined, languageCode: language_code ?? undefined };
}

export function toAnalyzeBody(url: string, { enrichment, keywords, market, notes }: SiteAnalysis): z.input<typeof AnalyzeSiteResponse> {
  return {
    success: true,
    url,
    location_code: market.locationCode,
    language_code: market.languageCode,
    keywords: keywords.map(({ keyword, searchVolume, competition, categoryId }) => ({
      keyword,
      search_volume: searchVolume,
      competition,
      category_id: categoryId,
    })),
    categories: enrichment.categories.map(({ id, path, name, confidence }) => ({ id, path, name, confidence })),
    enrichment: toEnrichmentBody(enrichment),
    notes: [...notes],
  };
}

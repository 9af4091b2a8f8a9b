import type { PostRunByRunIdConfirmCategoriesData, ResearchEnrichment } from '#client';

/** What a person says of a website before its keywords are harvested. */
export interface Confirmation {
  readonly focus: string;
  /** Numbers of the provider's categories. */
  readonly categoryIds: readonly number[];
  /** Categories in words of one's own. */
  readonly words: readonly string[];
  /** What ideas are asked from; those that the website gave, until a person takes some out or adds others. */
  readonly seeds: readonly string[];
  /** Codes of places. */
  readonly locations: readonly number[];
  readonly appNames: readonly string[];
  readonly language: string | undefined;
  readonly keywordsMax: number | undefined;
}

export type Category = ResearchEnrichment['high_level_categories'][number];

/** Categories that the run found, each once, the surest first; those that it is sure of are chosen. */
export function listCategories({ high_level_categories: all, recommended_categories: recommended }: ResearchEnrichment): Category[] {
  const byId = new Map([...recommended, ...all].map((category) => [category.id, category]));
  return [...byId.values()].toSorted((a, b) => b.confidence - a.confidence);
}

/** What the run is sure of; the rest is for a person to choose. @param keywordsMax what was asked for at its beginning */
export function toFirstConfirmation(enrichment: ResearchEnrichment, keywordsMax: number | undefined): Confirmation {
  const {
    recommended_categories: recommended,
    business_focus: focus,
    brand_names: brands,
    language_code: language,
    seed_keywords: seeds,
  } = enrichment;
  const sure = recommended.filter(({ is_confident: isSure }) => isSure).map(({ id }) => id);
  return { focus, categoryIds: sure, words: [], seeds, locations: [], appNames: brands, language, keywordsMax };
}

/** The confirmation as the service reads it; a focus that is as it was is left out. */
export function toBody(
  confirmation: Confirmation,
  enrichment: ResearchEnrichment,
): NonNullable<PostRunByRunIdConfirmCategoriesData['body']> {
  const { focus, categoryIds, words, seeds, locations, appNames, language, keywordsMax } = confirmation;
  const newFocus = focus.trim();
  const known = new Map(listCategories(enrichment).map((category) => [category.id, category]));
  const recommended = new Set(enrichment.recommended_categories.map(({ id }) => id));
  return {
    categories: categoryIds.map((id) => ({
      id,
      confidence: known.get(id)?.confidence ?? 1,
      assigned_by: recommended.has(id) ? ('ai' as const) : ('user' as const),
    })),
    confirmed_categories: [...words],
    ...(newFocus !== '' && newFocus !== enrichment.business_focus && { updated_business_focus: newFocus }),
    locations: locations.map((code) => ({ location_code: code })),
    app_names: [...appNames],
    ...(!isSame(seeds, enrichment.seed_keywords) && { seed_keywords: [...seeds] }),
    ...(language !== undefined && { language_code: language }),
    ...(keywordsMax !== undefined && { limits: { keywords_max: keywordsMax } }),
  };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

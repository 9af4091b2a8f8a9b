import { z } from 'zod';
import type { MirrorCategory, MirrorKeyword, MirrorKeywordCategory, MirrorProjectKeyword } from './index.ts';

/** What the store answers to a batch: one result for each item, in their order. */
export const BatchAnswer = z.object({
  results: z.array(z.object({ success: z.boolean(), error: z.string().nullish() })),
});

export function toKeywordWire(keyword: MirrorKeyword) {
  return {
    text: keyword.text,
    normalized_text: keyword.text,
    original_keyword_text: keyword.originalText,
    sources: keyword.sources,
    primary_intent: keyword.primaryIntent,
    secondary_intents: keyword.secondaryIntents,
    brand_flag: keyword.brandFlag,
    provider_category_paths: keyword.categoryPaths,
    latest_search_volume: keyword.searchVolume,
    latest_competition: keyword.competition,
    latest_cpc: keyword.cpc,
    latest_trend: keyword.trend,
    updated_at: keyword.updatedAt.getTime(),
  };
}

export function toCategoryWire(category: MirrorCategory) {
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    description: category.description,
    parent_category_id: category.parentId,
    project_id: category.projectId,
    provider_category_id: category.providerCategoryId,
    created_at: category.createdAt.getTime(),
    updated_at: category.updatedAt.getTime(),
  };
}

export function toProjectKeywordWire({ projectId, text, runId, source, addedAt }: MirrorProjectKeyword) {
  return { project_id: projectId, keyword_text: text, run_id: runId, source, added_at: addedAt.getTime() };
}

export function toKeywordCategoryWire(relation: MirrorKeywordCategory) {
  return {
    keyword_text: relation.text,
    category_id: relation.categoryId,
    provider_category_id: relation.providerCategoryId,
    assignment_confidence: relation.confidence,
    assigned_by: relation.assignedBy,
    assigned_at: relation.assignedAt.getTime(),
  };
}

import { z } from 'zod';
import { ENGINES, type SerpItem } from '#providers/search-data/index.ts';
import type { TaskKeyword } from '../orders/serp-task.ts';
import { DEVICES, TRACKED_CHANNELS } from '../vocabulary.ts';
import { toProviderName } from './provider-name.ts';

/** What every answer about the check of a keyword has, whether it was asked for now or ordered as a task. */
export const OutcomeBody = z.object({
  keyword_id: z.string(),
  keyword: z.string(),
  keyword_text: z.string(),
  location_code: z.int(),
  language_code: z.string(),
  device: z.enum(DEVICES),
  engine: z.enum(ENGINES),
  channel: z.enum(TRACKED_CHANNELS),
  depth: z.int(),
  success: z.boolean(),
  error: z.string().nullable(),
  run_id: z.string().nullable().meta({ description: 'The run that holds the whole page.' }),
  results_count: z.int(),
  position: z.int().nullable().meta({ description: 'Place among the results of the channel.' }),
  rank: z.int().nullable(),
  rank_group: z.int().nullable(),
  rank_absolute: z.int().nullable().meta({ description: 'Place among everything on the page.' }),
  matched_domain: z.string().nullable(),
  target_domain: z.string().nullable(),
  url: z.string().nullable(),
  title: z.string().nullable(),
  is_featured_snippet: z.boolean(),
  checked_depth: z.int().nullable(),
  check_ts: z.int().nullable(),
  checked_at: z.string().nullable(),
  provider: z.string().nullable(),
  items_count: z.int().nullable(),
  se_results_count: z.number().nullable(),
  check_url: z.string().nullable(),
  serp_features: z.array(z.string()),
  cached: z.boolean(),
  cost: z.number(),
});

/** @param outcome without a result: the page was not read, or not yet */
export function toOutcomeBody(outcome: Omit<TaskKeyword, 'index' | 'status'>): z.input<typeof OutcomeBody> {
  const { check, result, runId, error, targetDomain } = outcome;
  const best = result?.best ?? null;
  return {
    keyword_id: check.keywordId,
    keyword: check.keyword,
    keyword_text: check.keyword,
    location_code: check.locationCode,
    language_code: check.languageCode,
    device: check.device,
    engine: check.engine,
    channel: check.channel,
    depth: check.depth,
    success: result !== null,
    error,
    run_id: runId,
    results_count: result?.resultsCount ?? 0,
    position: best?.rankGroup ?? null,
    rank: best?.rankGroup ?? null,
    rank_group: best?.rankGroup ?? null,
    rank_absolute: best?.position ?? null,
    matched_domain: best?.domain ?? null,
    target_domain: result?.targetDomain ?? targetDomain,
    url: best?.url ?? null,
    title: best?.title ?? null,
    is_featured_snippet: result?.isFeaturedSnippet ?? false,
    checked_depth: result?.checkedDepth ?? null,
    check_ts: result?.checkTs ?? null,
    checked_at: result === null ? null : new Date(result.checkTs).toISOString(),
    provider: toProviderName(result?.provider ?? null),
    items_count: result?.itemsCount ?? null,
    se_results_count: result?.seResultsCount ?? null,
    check_url: result?.checkUrl ?? null,
    serp_features: result?.features ?? [],
    cached: result?.isCached ?? false,
    cost: result?.costUsd ?? 0,
  };
}

/** A result of a page that is one of several. */
export const FoundResultBody = z.object({
  position: z.int(),
  rank_group: z.int(),
  rank_absolute: z.int(),
  domain: z.string().nullable(),
  url: z.string().nullable(),
});

export function toFoundResultBody({
  rankGroup,
  rankAbsolute,
  domain,
  url,
}: Pick<SerpItem, 'rankGroup' | 'rankAbsolute' | 'domain' | 'url'>) {
  return { position: rankGroup, rank_group: rankGroup, rank_absolute: rankAbsolute, domain, url };
}

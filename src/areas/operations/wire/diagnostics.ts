import { z } from 'zod';
import { TREND_DIRECTIONS, type KeywordDescription, type KeywordMarket } from '#areas/keywords/index.ts';
import type { CanonicalKeyword } from '#areas/research/index.ts';
import { integerParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import type { ProviderCategory } from '#providers/search-data/categories.ts';
import type { Schema } from '../diagnostics/list-schema.ts';

/** Longer than any keyword that can be tracked. */
const KEYWORD_LENGTH_MAX = 1_000;
const CATEGORIES_DEFAULT = 100;
const CATEGORIES_MAX = 5_000;

export const KeywordQuery = z.object({ keyword: nameField(KEYWORD_LENGTH_MAX) });

const Market = z.object({
  keyword_id: z.string(),
  keyword_text: z.string(),
  location_code: z.int(),
  language_code: z.string(),
  device: z.string(),
  tracked_by: z.int().meta({ description: 'Projects that track it now' }),
  last_check_at: z.string().nullable(),
  figures_status: z.enum(['pending', 'known', 'unknown', 'refused']).nullable(),
  figures_error: z.string().nullable(),
  search_volume: z.int().nullable(),
  cpc: z.number().nullable(),
  competition: z.number().nullable(),
  keyword_difficulty: z.int().nullable(),
  search_intent: z.string().nullable(),
  enriched_at: z.string().nullable(),
  created_at: z.string(),
});

export const KeywordResponse = z.object({
  success: z.boolean(),
  keyword: z
    .object({
      id: z.string().nullable().meta({ description: 'Null: it was never tracked' }),
      keyword_id: z.string().nullable(),
      text: z.string(),
      keyword_text: z.string(),
      normalized_text: z.string(),
      original_keyword_text: z.string(),
      sources: z.array(z.string()).meta({ description: 'Of the research runs that found it' }),
      primary_intent: z.string().nullable(),
      secondary_intents: z.array(z.string()),
      brand_flag: z.boolean(),
      provider_category_ids: z.array(z.int()),
      provider_category_paths: z.array(z.string()),
      latest_search_volume: z.int().nullable(),
      latest_competition: z.number().nullable(),
      latest_cpc: z.number().nullable(),
      latest_trend: z.enum(TREND_DIRECTIONS).nullable(),
      keyword_difficulty: z.int().nullable(),
      created_at: z.string().nullable(),
      updated_at: z.string(),
      markets: z.array(Market).meta({ description: 'Every id of the text, by place, language and device; the newest figures first' }),
    })
    .nullable()
    .meta({
      description:
        'Null: it was never tracked, and no research run has found it. Figures are those of the first market, else of the newest run.',
    }),
});

type KeywordBody = NonNullable<z.infer<typeof KeywordResponse>['keyword']>;

/** What is known of a text; at least one of both. */
export interface KnownKeyword {
  readonly tracked: KeywordDescription | undefined;
  readonly canonical: CanonicalKeyword | undefined;
}

/** @param findPath of a category's id */
export function toKeywordBody({ tracked, canonical }: KnownKeyword, findPath: (id: number) => string | undefined): KeywordBody | null {
  if (tracked !== undefined) return { ...toTrackedBody(tracked, findPath), ...(canonical && toRunFields(canonical)) };
  return canonical === undefined ? null : toCanonicalBody(canonical);
}

function toRunFields({ sources, secondaryIntents: secondary, brandFlag: isBrand }: CanonicalKeyword) {
  return { sources: [...sources], secondary_intents: [...secondary], brand_flag: isBrand };
}

function toCanonicalBody(canonical: CanonicalKeyword): KeywordBody {
  return {
    id: null,
    keyword_id: null,
    text: canonical.normalizedText,
    keyword_text: canonical.originalKeywordText,
    normalized_text: canonical.normalizedText,
    original_keyword_text: canonical.originalKeywordText,
    ...toRunFields(canonical),
    primary_intent: canonical.primaryIntent,
    provider_category_ids: [],
    provider_category_paths: [...canonical.providerCategoryPaths],
    latest_search_volume: canonical.latestSearchVolume,
    latest_competition: canonical.latestCompetition,
    latest_cpc: canonical.latestCpc,
    latest_trend: canonical.latestTrend,
    keyword_difficulty: null,
    created_at: null,
    updated_at: canonical.updatedAt.toISOString(),
    markets: [],
  };
}

function toTrackedBody(found: KeywordDescription, findPath: (id: number) => string | undefined): KeywordBody {
  const { newest, normalizedText, trend, markets } = found;
  return {
    id: newest.keywordId,
    keyword_id: newest.keywordId,
    text: normalizedText,
    keyword_text: newest.keywordText,
    normalized_text: normalizedText,
    original_keyword_text: newest.keywordText,
    sources: [],
    primary_intent: newest.intent,
    secondary_intents: [],
    brand_flag: false,
    provider_category_ids: [...newest.categories],
    provider_category_paths: newest.categories.flatMap((id) => findPath(id) ?? []),
    latest_search_volume: newest.searchVolume,
    latest_competition: newest.competition,
    latest_cpc: newest.cpc,
    latest_trend: trend,
    keyword_difficulty: newest.keywordDifficulty,
    created_at: newest.createdAt.toISOString(),
    updated_at: (newest.knownAt ?? newest.createdAt).toISOString(),
    markets: markets.map(toMarketBody),
  };
}

function toMarketBody(market: KeywordMarket): z.infer<typeof Market> {
  return toBody(Market, {
    ...market,
    figuresStatus: market.metricsStatus,
    figuresError: market.metricsProblem,
    searchIntent: market.intent,
    enrichedAt: market.knownAt,
  });
}

export const CategoryQuery = z.object({ id: integerParam() });
export const CategoriesQuery = z.object({ limit: limitField(CATEGORIES_DEFAULT, CATEGORIES_MAX), offset: offsetField() });

const Category = z
  .object({ id: z.int(), name: z.string(), path: z.string(), parent_id: z.int().nullable() })
  .meta({ id: 'ProviderCategory' });
const BUNDLED = z.literal('bundled').meta({ description: 'From the table that comes with the service' });

export const CategoryResponse = Category.extend({ success: z.boolean(), provider_category_id: z.int(), source: BUNDLED });
export const CategoriesResponse = z.object({
  success: z.boolean(),
  source: BUNDLED,
  count: z.int(),
  ids: z.array(z.int()).meta({ description: 'All of them' }),
  categories: z.array(Category),
  pagination: Pagination,
});

export function toCategoryBody({ id, name, path, parentId }: ProviderCategory): z.infer<typeof Category> {
  return { id, name, path, parent_id: parentId };
}

export function toProviderCategoriesBody(all: readonly ProviderCategory[], page: Page): z.infer<typeof CategoriesResponse> {
  return {
    success: true,
    source: 'bundled',
    count: all.length,
    ids: all.map(({ id }) => id),
    categories: all.slice(page.offset, page.offset + page.limit).map(toCategoryBody),
    pagination: toPagination(page, all.length),
  };
}

const STORES = ['postgres', 'clickhouse'] as const;

export const SchemaResponse = z.object({
  success: z.boolean(),
  tables: z.array(
    z.object({
      name: z.string(),
      store: z.enum(STORES),
      column_count: z.int(),
      rows_estimate: z.int(),
    }),
  ),
  table_count: z.int(),
  warning: z.string().optional().meta({ description: 'ClickHouse does not answer: its tables are missing here' }),
});

export function toSchemaBody({ postgres, clickhouse, clickhouseError }: Schema): z.infer<typeof SchemaResponse> {
  const tables = STORES.flatMap((store) =>
    ({ postgres, clickhouse: clickhouse ?? [] })[store].map(({ name, columns, rows }) => ({
      name,
      store,
      column_count: columns,
      rows_estimate: rows,
    })),
  );
  const warning = clickhouseError === undefined ? {} : { warning: `The tables of ClickHouse are missing: ${clickhouseError}` };
  return { success: true, tables, table_count: tables.length, ...warning };
}

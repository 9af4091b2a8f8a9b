import { z } from 'zod';
import { findCategoryPaths } from '../runs/category-paths.ts';
import { languageCodeField } from '#areas/projects/index.ts';
import { toCsv } from '#http/csv.ts';
import { booleanParam, idField, integerParam, limitField, listParam, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import { KEYWORD_SOURCES } from '../runs/research-run.ts';
import { KEYWORD_SORTS, KEYWORD_STATUSES, type KeywordOrder, type RunKeyword, type RunKeywordFilter } from '../runs/store/run-keywords.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
/** All that a run can have. */
const CSV_LIMIT = 50_000;

const INTENTS = ['commercial', 'informational', 'transactional', 'navigational'] as const;

const Filter = z.object({
  status: listParam(z.enum(KEYWORD_STATUSES)).default(['kept']).meta({ description: '`kept` unless given' }),
  category: idField().optional().meta({ description: 'Id of a category' }),
  cluster: idField().optional().meta({ description: 'Id of a cluster' }),
  intent: z.enum(INTENTS).optional(),
  brand: booleanParam().optional().meta({ description: 'By `brand_flag`.' }),
  branded: booleanParam().optional(),
  has_brand_mention: booleanParam().optional(),
  min_volume: integerParam().optional(),
  source: z.enum(KEYWORD_SOURCES).optional(),
  location_code: integerParam({ min: 1 }).optional(),
  language_code: languageCodeField().optional(),
  search: nameField().optional().meta({ description: 'A part of the keyword' }),
  sort: z.enum(KEYWORD_SORTS).default('score'),
  order: z.enum(['asc', 'desc']).optional().meta({ description: '`desc`, for `keyword` and `current_rank` `asc` unless given' }),
});

export const RunKeywordsQuery = Filter.extend({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const RunKeywordsCsvQuery = Filter.extend({ limit: limitField(CSV_LIMIT, CSV_LIMIT), offset: offsetField() });

const UNKNOWN = 'Null: judged before this was kept.';

const RunKeywordBody = z
  .object({
    keyword: z.string(),
    keyword_text: z.string(),
    original_text: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    status: z.enum(KEYWORD_STATUSES),
    reason: z.string().nullable(),
    sources: z.array(z.enum(KEYWORD_SOURCES)),
    search_volume: z.int().nullable(),
    cpc: z.number().nullable(),
    competition: z.number().nullable(),
    competition_level: z.string().nullable(),
    keyword_difficulty: z.int().nullable(),
    monthly_searches: z.array(z.object({ year: z.int(), month: z.int(), search_volume: z.int() })),
    primary_intent: z.string().nullable(),
    secondary_intents: z.array(z.string()),
    intent_confidences: z.record(z.string(), z.number()),
    brand_flag: z.boolean().meta({ description: '`branded`, or most searchers want a certain site' }),
    branded: z
      .boolean()
      .nullable()
      .meta({ description: `It names the site, what it sells or a confirmed app. ${UNKNOWN}` }),
    has_brand_mention: z
      .boolean()
      .nullable()
      .meta({ description: `It names any known brand, own ones included. ${UNKNOWN}` }),
    provider_category_ids: z.array(z.int()),
    provider_category_paths: z.array(z.string()),
    score: z.number().nullable().meta({ description: '0 to 100; its parts are in `score_parts`' }),
    score_parts: z
      .record(z.string(), z.number().nullable())
      .nullable()
      .meta({ description: 'volume, fit, difficulty and intent; null: unknown' }),
    category_id: z.string().nullable(),
    category_confidence: z.number().nullable(),
    cluster_id: z.string().nullable(),
    current_rank: z.int().nullable(),
    ranking_url: z.string().nullable(),
    target_url: z.string().nullable().meta({ description: 'The page that should serve it; null: none yet' }),
  })
  .meta({ id: 'ResearchKeyword' });

export const RunKeywordsResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  keywords: z.array(RunKeywordBody),
  ...ListFields,
});

export function toKeywordFilter(runId: string, query: z.output<typeof Filter>): RunKeywordFilter {
  return {
    runId,
    statuses: query.status,
    categoryId: query.category ?? null,
    clusterId: query.cluster ?? null,
    intent: query.intent ?? null,
    brandFlag: query.brand ?? null,
    isBranded: query.branded ?? null,
    hasBrandMention: query.has_brand_mention ?? null,
    searchVolumeMin: query.min_volume ?? null,
    source: query.source ?? null,
    locationCode: query.location_code ?? null,
    languageCode: query.language_code ?? null,
    search: query.search === undefined ? null : normalizeKeyword(query.search),
  };
}

export function toKeywordOrder({ sort, order }: Pick<z.output<typeof Filter>, 'sort' | 'order'>): KeywordOrder {
  const usual = sort === 'keyword' || sort === 'current_rank' ? 'asc' : 'desc';
  return { sort, isAscending: (order ?? usual) === 'asc' };
}

export function toRunKeywordBody(keyword: RunKeyword): z.input<typeof RunKeywordBody> {
  return toBody(RunKeywordBody, {
    ...keyword,
    keywordText: keyword.keyword,
    branded: keyword.isBranded,
    providerCategoryPaths: findCategoryPaths(keyword.providerCategoryIds),
  });
}

const CSV_COLUMNS = [
  'keyword',
  'location_code',
  'language_code',
  'search_volume',
  'cpc',
  'competition',
  'keyword_difficulty',
  'primary_intent',
  'secondary_intents',
  'brand_flag',
  'branded',
  'has_brand_mention',
  'score',
  'category_id',
  'cluster_id',
  'current_rank',
  'ranking_url',
  'target_url',
  'sources',
  'status',
  'reason',
] as const satisfies readonly (keyof z.input<typeof RunKeywordBody>)[];

export function toKeywordsCsv(keywords: readonly RunKeyword[]): string {
  return toCsv(CSV_COLUMNS, keywords.map(toRunKeywordBody));
}

import { z } from 'zod';
import { hasNoControl, integerParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { Pagination, toPagination } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import { COMPETITION_LEVELS, KEYWORD_INTENTS } from '#providers/search-data/index.ts';
import { languageCodeField } from '#areas/projects/index.ts';
import { toBody } from '#http/to-body.ts';
import type { RankedKeywordsResult } from '../keywords/list-domain-keywords.ts';
import { KEYWORD_SORTS, type KeywordSort, type RankedKeywordRecord } from '../keywords/store/ranked-keywords.ts';
import { FETCH_STATUSES } from '../onboarding/store/fetches.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;
const SEARCH_MAX = 700;
/** What begins with the best. */
const ORDERS: Readonly<Record<KeywordSort, 'asc' | 'desc'>> = {
  search_volume: 'desc',
  position: 'asc',
  keyword: 'asc',
  estimated_traffic: 'desc',
};

export const DomainKeywordsQuery = z.object({
  location_code: integerParam({ min: 1 }).optional(),
  language_code: languageCodeField().optional(),
  search: z
    .string()
    .trim()
    .min(1)
    .max(SEARCH_MAX)
    .refine(hasNoControl, 'must not contain control characters')
    .optional()
    .meta({ description: 'Part of a keyword, in any case.' }),
  item_type: nameField().optional().meta({ description: '`organic`, `paid`, `featured_snippet`, `local_pack`, ...' }),
  sort: z.enum(KEYWORD_SORTS).default('search_volume'),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'The best first unless given. What is not known stands last.' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

const RankedKeywordBody = z
  .object({
    keyword: z.string(),
    keyword_text: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    item_type: z.string(),
    rank: z.int().nullable().meta({ description: 'Place among results of the same type' }),
    position: z.int().nullable(),
    rank_group: z.int().nullable(),
    rank_absolute: z.int().nullable().meta({ description: 'Place among everything on the page' }),
    previous_rank: z.int().nullable().meta({ description: 'Always null: the provider tells the former place on the page alone.' }),
    previous_position: z.int().nullable(),
    previous_rank_absolute: z.int().nullable().meta({ description: 'Place among everything on the page at the reading before' }),
    change: z.int().nullable().meta({ description: 'Places gained since then among everything on the page' }),
    is_new: z.boolean().nullable(),
    url: z.string().nullable(),
    title: z.string().nullable(),
    volume: z.int().nullable(),
    search_volume: z.int().nullable(),
    cpc: z.number().nullable(),
    competition: z.number().nullable().meta({ description: '0 to 1' }),
    competition_level: z.enum(COMPETITION_LEVELS).nullable(),
    difficulty: z.int().nullable().meta({ description: '0 to 100' }),
    keyword_difficulty: z.int().nullable(),
    intent: z.enum(KEYWORD_INTENTS).nullable(),
    estimated_traffic: z.number().nullable().meta({ description: 'Visits a month that the place is thought to bring' }),
    first_seen: z.string(),
    last_seen: z.string(),
    checked_at: z.string().nullable().meta({ description: 'When the provider read the result page' }),
  })
  .meta({ id: 'RankedKeyword' });

const MarketFetch = z.object({
  location_code: z.int(),
  language_code: z.string(),
  status: z.enum(FETCH_STATUSES),
  rows_fetched: z.int(),
  rows_total: z.int().nullable().meta({ description: 'Keywords that there are, by the word of the provider' }),
  fetched_at: z.string().nullable(),
  cost_usd: z.number().meta({ description: 'What all of its rows cost together.' }),
});

export const DomainKeywordsResponse = z.object({
  success: z.boolean(),
  domain: z.string(),
  domain_id: z.int(),
  keywords: z.array(RankedKeywordBody),
  count: z.int(),
  total: z.int(),
  fetches: z.array(MarketFetch).meta({ description: 'What brought them, one for each market; empty when nothing was fetched yet.' }),
  pagination: Pagination,
});

export function toRankedKeywordPage({
  location_code: locationCode,
  language_code: languageCode,
  item_type: itemType,
  order,
  ...page
}: z.output<typeof DomainKeywordsQuery>) {
  return { ...page, locationCode, languageCode, itemType, order: order ?? ORDERS[page.sort] };
}

export function toDomainKeywordsBody(
  page: Page,
  { record, keywords, total, fetches }: RankedKeywordsResult,
): z.input<typeof DomainKeywordsResponse> {
  return {
    success: true,
    domain: record.domain,
    domain_id: record.id,
    keywords: keywords.map(toKeywordBody),
    count: keywords.length,
    total,
    fetches: fetches.map((fetch) => toBody(MarketFetch, { ...fetch, fetchedAt: fetch.completedAt })),
    pagination: toPagination(page, total),
  };
}

function toKeywordBody(row: RankedKeywordRecord): z.input<typeof RankedKeywordBody> {
  const { rankGroup: rank, rankAbsolute, previousRankAbsolute: previous } = row;
  return toBody(RankedKeywordBody, {
    ...row,
    keywordText: row.keyword,
    rank,
    position: rank,
    previousRank: null,
    previousPosition: null,
    change: rankAbsolute === null || previous === null ? null : previous - rankAbsolute,
    volume: row.searchVolume,
    difficulty: row.keywordDifficulty,
  });
}

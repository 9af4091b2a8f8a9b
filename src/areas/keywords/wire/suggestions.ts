import { z } from 'zod';
import { integerField } from '#http/fields.ts';
import { COMPETITION_LEVELS, type KeywordMetrics } from '#providers/search-data/index.ts';
import { LIST_ROWS_PER_CALL, type SuggestionsRequest } from '#providers/search-data/lists.ts';
import type { Asker } from '../answers/asker.ts';
import type { KeywordList } from '../answers/lists/get-keyword-list.ts';
import { toAnswerFields, AnswerFields, askedKeywordField, BesideFields, toCategoryBodies } from './keyword-question.ts';

const LIMIT_DEFAULT = 100;
const AUTOCOMPLETE_LIMIT_DEFAULT = 10;

/** Both forms; `autocomplete` says which default the limit has. */
export const SuggestionsBody = z.object({
  keyword: askedKeywordField(),
  limit: integerField({ min: 1, max: LIST_ROWS_PER_CALL })
    .optional()
    .meta({ description: `${LIMIT_DEFAULT} unless given, ${AUTOCOMPLETE_LIMIT_DEFAULT} with \`autocomplete\`.` }),
  autocomplete: z.boolean().default(false).meta({ description: 'For completing what is typed: few suggestions.' }),
  include_seed_keyword: z.boolean().default(false).meta({ description: "Also the keyword's own figures, as `seed_keyword_data`." }),
  include_serp_info: z.boolean().default(false).meta({ description: 'Also what the result page of each keyword looks like.' }),
  ...BesideFields,
});

const SerpInfoBody = z.object({
  check_url: z.string().nullable(),
  serp_item_types: z.array(z.string()),
  se_results_count: z.number().nullable(),
  last_updated_time: z.string().nullable(),
});

const SuggestedKeyword = z
  .object({
    keyword: z.string(),
    keyword_info: z.object({
      search_volume: z.int().nullable(),
      competition: z.number().nullable(),
      competition_level: z.enum(COMPETITION_LEVELS).nullable(),
      cpc: z.number().nullable(),
      categories: z.array(z.int()),
    }),
    category_names: z.array(z.string().nullable()),
    serp_info: SerpInfoBody.nullish(),
  })
  .meta({ id: 'SuggestedKeyword' });

export const SuggestionsResponse = z.object({
  ...AnswerFields,
  fetched_at: z.string(),
  data: z.object({
    seed_keyword: z.string(),
    total_count: z.int(),
    items_count: z.int(),
    keywords: z.array(SuggestedKeyword),
    seed_keyword_data: SuggestedKeyword.nullish(),
  }),
  suggestions: z.array(
    z.object({ keyword: z.string(), search_volume: z.int().nullable(), provider_category_paths: z.array(z.string().nullable()) }),
  ),
});

export function toSuggestionsRequest(body: z.output<typeof SuggestionsBody>, { market }: Pick<Asker, 'market'>): SuggestionsRequest {
  return {
    ...market,
    keyword: body.keyword,
    limit: body.limit ?? (body.autocomplete ? AUTOCOMPLETE_LIMIT_DEFAULT : LIMIT_DEFAULT),
    withSeed: body.include_seed_keyword,
    withSerpInfo: body.include_serp_info,
  };
}

export function toSuggestionsBody(
  body: z.output<typeof SuggestionsBody>,
  asker: Pick<Asker, 'market'>,
  list: KeywordList<'suggestions'>,
): z.input<typeof SuggestionsResponse> {
  const paths = list.rows.map(({ categories }) => toCategoryBodies(categories));
  const toKeyword = (metrics: KeywordMetrics) => toSuggestedKeyword(metrics, body.include_serp_info);
  return {
    ...toAnswerFields(list.rows.length, asker, list),
    fetched_at: list.fetchedAt.toISOString(),
    data: {
      seed_keyword: body.keyword,
      total_count: list.total ?? list.rows.length,
      items_count: list.rows.length,
      keywords: list.rows.map(toKeyword),
      ...(body.include_seed_keyword ? { seed_keyword_data: list.seed === null ? null : toKeyword(list.seed) } : {}),
    },
    suggestions: list.rows.map(({ keyword, searchVolume }, at) => ({
      keyword,
      search_volume: searchVolume,
      provider_category_paths: (paths[at] ?? []).map(({ path }) => path),
    })),
  };
}

function toSuggestedKeyword(metrics: KeywordMetrics, isWithSerp: boolean): z.input<typeof SuggestedKeyword> {
  const { keyword, searchVolume, competition, competitionLevel, cpc, categories, serpInfo } = metrics;
  return {
    keyword,
    keyword_info: { search_volume: searchVolume, competition, competition_level: competitionLevel, cpc, categories: [...categories] },
    category_names: toCategoryBodies(categories).map(({ name }) => name),
    ...(isWithSerp ? { serp_info: toSerpInfoBody(serpInfo) } : {}),
  };
}

function toSerpInfoBody(info: KeywordMetrics['serpInfo']): z.input<typeof SerpInfoBody> | null {
  if (info === null || info === undefined) return null;
  const { checkUrl, itemTypes, resultsCount, checkedAt } = info;
  return {
    check_url: checkUrl,
    serp_item_types: [...itemTypes],
    se_results_count: resultsCount,
    last_updated_time: checkedAt?.toISOString() ?? null,
  };
}

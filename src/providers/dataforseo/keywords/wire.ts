import { z } from 'zod';
import { COMPETITION_LEVELS, KEYWORD_INTENTS } from '#providers/search-data/index.ts';

/** Numbers and lists of the provider are read as they come; values of another type count as missing. */
const number = z.number().nullish().catch(null);
const text = z.string().nullish().catch(null);
const level = z.enum(COMPETITION_LEVELS).nullish().catch(null);
const counts = z.record(z.string(), number).nullish().catch(null);

export const MonthsWire = z
  .array(z.object({ year: z.int(), month: z.int().min(1).max(12), search_volume: number }))
  .nullish()
  .catch(null);

const SeriesWire = z.object({ search_volume: number, monthly_searches: MonthsWire }).nullish().catch(null);
export type SeriesWire = z.output<typeof SeriesWire>;

/** A keyword of the provider's own database. */
export const LabsRowWire = z.object({
  keyword: z.string(),
  keyword_info: z
    .object({
      search_volume: number,
      cpc: number,
      competition: number,
      competition_level: level,
      low_top_of_page_bid: number,
      high_top_of_page_bid: number,
      categories: z.array(z.int()).nullish().catch(null),
      monthly_searches: MonthsWire,
    })
    .nullish(),
  keyword_properties: z.object({ keyword_difficulty: number }).nullish(),
  search_intent_info: z.object({ main_intent: z.enum(KEYWORD_INTENTS).nullish().catch(null) }).nullish(),
  keyword_info_normalized_with_bing: SeriesWire,
  keyword_info_normalized_with_clickstream: SeriesWire,
  clickstream_keyword_info: z
    .object({ search_volume: number, monthly_searches: MonthsWire, gender_distribution: counts, age_distribution: counts })
    .nullish()
    .catch(null),
  serp_info: z
    .object({
      check_url: text,
      serp_item_types: z.array(z.string()).nullish().catch(null),
      se_results_count: number,
      last_updated_time: text,
    })
    .nullish()
    .catch(null),
});
export type LabsRowWire = z.output<typeof LabsRowWire>;

/** A keyword of the ads planner. */
export const AdsRowWire = z.object({
  keyword: z.string(),
  search_volume: number,
  cpc: number,
  competition: level,
  competition_index: number,
  low_top_of_page_bid: number,
  high_top_of_page_bid: number,
  monthly_searches: MonthsWire,
});

/** A list of the provider's own database. */
export const LabsListWire = z.object({
  items: z.array(z.unknown()).nullable(),
  items_count: number,
  total_count: number,
});

/** Where the seed of a list stands. */
export const SeedWire = z.object({ seed_keyword_data: z.unknown() });

/** Rows that wrap a keyword (`related_keywords`). */
export const WrappedRowWire = z.object({ keyword_data: z.unknown() });

export const KeywordCategoriesWire = z.object({ keyword: z.string(), categories: z.array(z.int()).nullish() });

/** Labels of a kind that is not known count as missing. */
const chance = z
  .object({ label: z.enum(KEYWORD_INTENTS), probability: z.number() })
  .nullish()
  .catch(null);
export const IntentRowWire = z.object({
  keyword: z.string(),
  keyword_intent: chance,
  secondary_keyword_intents: z.array(chance).nullish().catch(null),
});

export const AiRowWire = z.object({
  keyword: z.string(),
  ai_search_volume: number,
  ai_monthly_searches: z
    .array(z.object({ year: z.int(), month: z.int().min(1).max(12), ai_search_volume: number }))
    .nullish()
    .catch(null),
});

/** What was known of a keyword in each month of the past. */
export const HistoryRowWire = z.object({
  keyword: z.string(),
  history: z
    .array(z.object({ year: z.int(), month: z.int().min(1).max(12), keyword_info: z.object({ monthly_searches: MonthsWire }).nullish() }))
    .nullish(),
});

export const DomainCategoryWire = z.object({
  categories: z.array(z.int()).min(1),
  metrics: z
    .object({ organic: z.object({ count: number, etv: number }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

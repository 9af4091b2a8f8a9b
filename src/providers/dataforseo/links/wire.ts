import { z } from 'zod';
import { COMPETITION_LEVELS, KEYWORD_INTENTS } from '#providers/search-data/index.ts';

/**
 * What the provider says of links. Every field may be missing or of
 * another kind, and then counts as missing: the mapper decides which rows can do without it.
 */
const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const texts = z.array(z.string()).nullish().catch(null);
const counts = z.record(z.string(), z.number()).nullish().catch(null);

/** The head of an answer with rows. */
export const LinkListWire = z.object({
  total_count: number,
  items_count: number,
  search_after_token: text,
  items: z.array(z.unknown()).nullish(),
});

export const BacklinkWire = z.object({
  domain_from: text,
  url_from: text,
  url_to: text,
  anchor: text,
  item_type: text,
  attributes: texts,
  dofollow: flag,
  is_broken: flag,
  is_lost: flag,
  rank: number,
  page_from_rank: number,
  domain_from_rank: number,
  backlink_spam_score: number,
  page_from_title: text,
  page_from_language: text,
  domain_from_country: text,
  domain_from_platform_type: texts,
  semantic_location: text,
  first_seen: text,
  last_seen: text,
});

export const ReferringDomainWire = z.object({
  domain: text,
  rank: number,
  backlinks: number,
  backlinks_spam_score: number,
  referring_pages: number,
  referring_links_platform_types: counts,
  first_seen: text,
  lost_date: text,
});

export const AnchorWire = z.object({
  /** Null: links without a text. */
  anchor: z.string().nullable(),
  rank: number,
  backlinks: number,
  referring_domains: number,
  first_seen: text,
  lost_date: text,
});

export const SummaryWire = z.object({
  rank: number,
  backlinks: number,
  referring_domains: number,
  referring_main_domains: number,
  backlinks_spam_score: number,
  referring_links_attributes: counts,
  referring_links_platform_types: counts,
  first_seen: text,
  lost_date: text,
});

export const PeriodWire = z.object({
  date: text,
  rank: number,
  backlinks: number,
  backlinks_nofollow: number,
  referring_domains: number,
  referring_main_domains: number,
});

export const PeriodChangesWire = z.object({
  date: text,
  new_backlinks: number,
  lost_backlinks: number,
  new_referring_domains: number,
  lost_referring_domains: number,
});

export const RankedKeywordWire = z.object({
  keyword_data: z.object({
    keyword: text,
    keyword_info: z
      .object({
        search_volume: number,
        cpc: number,
        competition: number,
        competition_level: z.enum(COMPETITION_LEVELS).nullish().catch(null),
      })
      .nullish()
      .catch(null),
    keyword_properties: z.object({ keyword_difficulty: number }).nullish().catch(null),
    search_intent_info: z
      .object({ main_intent: z.enum(KEYWORD_INTENTS).nullish().catch(null) })
      .nullish()
      .catch(null),
  }),
  ranked_serp_element: z.object({
    last_updated_time: text,
    keyword_difficulty: number,
    serp_item: z.object({
      type: text,
      rank_group: number,
      rank_absolute: number,
      url: text,
      title: text,
      etv: number,
      rank_changes: z.object({ previous_rank_absolute: number, is_new: flag, is_up: flag, is_down: flag }).nullish().catch(null),
    }),
  }),
});

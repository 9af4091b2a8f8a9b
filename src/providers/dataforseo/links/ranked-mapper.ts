import { normalizeKeyword } from '#kernel/text.ts';
import type { ReadRow } from './answers.ts';
import { toCount, toNumber, toScore, toText, toTime } from '../fields.ts';
import { RankedKeywordWire } from './wire.ts';
import type { RankedKeyword } from '#providers/search-data/links.ts';

/** A position of a domain for a keyword, by the provider's own database. */
export const readRankedKeyword: ReadRow<RankedKeyword> = (row, onSurprise) => {
  const { data } = RankedKeywordWire.safeParse(row);
  const keyword = toText(data?.keyword_data.keyword);
  const itemType = toText(data?.ranked_serp_element.serp_item.type);
  if (data === undefined || keyword === null || itemType === null) return undefined;
  const { keyword_info: info, keyword_properties: properties, search_intent_info: intent } = data.keyword_data;
  const { serp_item: item, last_updated_time: checked, keyword_difficulty: difficulty } = data.ranked_serp_element;
  return {
    keyword: normalizeKeyword(keyword),
    itemType,
    rankGroup: toCount(item.rank_group),
    rankAbsolute: toCount(item.rank_absolute),
    previousRankAbsolute: toCount(item.rank_changes?.previous_rank_absolute),
    url: toText(item.url),
    title: toText(item.title),
    isNew: item.rank_changes?.is_new ?? null,
    isUp: item.rank_changes?.is_up ?? null,
    isDown: item.rank_changes?.is_down ?? null,
    searchVolume: toCount(info?.search_volume),
    cpc: toNumber(info?.cpc),
    competition: toNumber(info?.competition),
    competitionLevel: info?.competition_level ?? null,
    keywordDifficulty: toScore(properties?.keyword_difficulty ?? difficulty, onSurprise),
    intent: intent?.main_intent ?? null,
    estimatedTraffic: toNumber(item.etv),
    checkedAt: toTime(checked),
  };
};

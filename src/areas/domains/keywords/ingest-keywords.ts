import { normalizeKeyword } from '#kernel/text.ts';
import type { RankedKeyword } from '#providers/search-data/links.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { upsertDomainKeywords, type DomainKeywordRow } from './store/upsert-domain-keywords.ts';
import type { Market } from './market.ts';
import { cleanCount, cleanDate, cleanNumber, cleanOptional, cleanScore, cleanText } from '../ingest/clean.ts';
import type { KnownDomain } from '../records/known-domain.ts';
import { URL_LENGTH_MAX } from '../ingest/normalize-url.ts';

const TEXT_MAX = 1_000;
const WORD_MAX = 100;
/** Part of the key, which an index can hold only so long. */
const KEYWORD_MAX = 500;

/**
 * Writes a page of keywords that a domain ranks for in a market, each once for every type of result. Of
 * two positions of one type on a result page the better one is kept.
 * @returns `skipped`: keywords that cannot be stored
 */
export async function ingestKeywords(
  sql: Sql,
  given: { readonly domain: KnownDomain; readonly market: Market; readonly rows: readonly RankedKeyword[]; readonly now: Date },
): Promise<{ readonly stored: number; readonly skipped: number }> {
  const best = new Map<string, RankedKeyword & { readonly keyword: string }>();
  let skipped = 0;
  for (const row of given.rows) {
    const keyword = normalizeKeyword(cleanText(row.keyword, KEYWORD_MAX * 2));
    if (keyword === '' || keyword.length > KEYWORD_MAX) {
      skipped += 1;
      continue;
    }
    const key = JSON.stringify([keyword, cleanText(row.itemType, WORD_MAX)]);
    const other = best.get(key);
    if (other === undefined || rankOf(row) < rankOf(other)) best.set(key, { ...row, keyword });
  }
  const sorted = [...best].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => toRow(row, given));
  await upsertDomainKeywords(sql, sorted);
  return { stored: sorted.length, skipped };
}

function rankOf({ rankAbsolute }: RankedKeyword): number {
  return rankAbsolute ?? Infinity;
}

function toRow(row: RankedKeyword, { domain, market, now }: { domain: KnownDomain; market: Market; now: Date }): DomainKeywordRow {
  return {
    domain_id: domain.id,
    keyword: row.keyword,
    location_code: market.locationCode,
    language_code: market.languageCode,
    item_type: cleanText(row.itemType, WORD_MAX),
    rank_group: cleanCount(row.rankGroup),
    rank_absolute: cleanCount(row.rankAbsolute),
    previous_rank_absolute: cleanCount(row.previousRankAbsolute),
    url: cleanOptional(row.url, URL_LENGTH_MAX),
    title: cleanOptional(row.title, TEXT_MAX),
    is_new: row.isNew,
    is_up: row.isUp,
    is_down: row.isDown,
    search_volume: cleanCount(row.searchVolume),
    cpc: cleanNumber(row.cpc),
    competition: cleanNumber(row.competition),
    competition_level: row.competitionLevel,
    keyword_difficulty: cleanScore(row.keywordDifficulty),
    intent: row.intent,
    estimated_traffic: cleanNumber(row.estimatedTraffic),
    dfs_checked_at: cleanDate(row.checkedAt),
    our_first_seen: now,
    our_last_seen: now,
    our_lost_at: null,
  };
}

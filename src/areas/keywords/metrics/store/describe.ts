import { whereTracked } from '../../tracking/store/tracked.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { fromStoredMonths, type StoredMonths } from './metrics.ts';
import type { MonthlySearches } from '#providers/search-data/index.ts';

/** One id of a keyword text, with what is known and who follows it. */
export interface KeywordMarket {
  readonly keywordId: string;
  readonly keywordText: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: string;
  readonly createdAt: Date;
  /** Projects that track it now. */
  readonly trackedBy: number;
  readonly lastCheckAt: Date | null;
  /** `null`: metrics were never requested. */
  readonly metricsStatus: 'pending' | 'known' | 'unknown' | 'refused' | null;
  readonly metricsProblem: string | null;
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly keywordDifficulty: number | null;
  readonly intent: string | null;
  readonly categories: readonly number[];
  /** Newest first. */
  readonly monthlySearches: readonly MonthlySearches[];
  readonly knownAt: Date | null;
}

const MARKETS_MAX = 1_000;

/** Every id of a text: the newest metrics first, then the oldest id. */
export async function listKeywordMarkets(sql: Sql, normalizedText: string): Promise<KeywordMarket[]> {
  const { rows } = await sql.query<Omit<KeywordMarket, 'monthlySearches'> & { months: StoredMonths | null }>(
    `select keyword.id as keyword_id, keyword.keyword_text, keyword.location_code, keyword.language_code, keyword.device,
       keyword.created_at, coalesce(tracked.projects, 0) as tracked_by, tracked.last_check_at, metrics.status as metrics_status,
       metrics.problem as metrics_problem, metrics.search_volume, metrics.cpc, metrics.competition, metrics.keyword_difficulty,
       metrics.search_intent as intent, coalesce(metrics.categories, '{}') as categories, metrics.monthly_searches as months,
       metrics.known_at
     from keywords keyword
     left join keyword_figures metrics on metrics.id = keyword.figures_id
     left join lateral (
       select count(distinct project_id) filter (where ${whereTracked('tracked_keywords')}) as projects, max(checked_at) as last_check_at
       from tracked_keywords where keyword_id = keyword.id
     ) tracked on true
     where keyword.normalized_text = $1
     order by metrics.known_at desc nulls last, keyword.created_at, keyword.id
     limit $2`,
    [normalizedText, MARKETS_MAX],
  );
  return rows.map(({ months, ...market }) => ({ ...market, monthlySearches: fromStoredMonths(months ?? []) }));
}

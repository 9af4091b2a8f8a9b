import type { AppContext } from '#context';
import { toUtcText } from '#kernel/clock.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toTrend } from './metrics.ts';
import type { KeywordWithMetrics } from './store/metrics.ts';

/**
 * Appends metrics to the history in ClickHouse, in the transaction that keeps them: a snapshot of each
 * keyword, and its months.
 * @param monthsMax so many of the newest months are new; all of them when left out
 */
export async function appendMetrics(
  { outbox }: Pick<AppContext, 'outbox'>,
  tx: Sql,
  keywords: readonly KeywordWithMetrics[],
  { monthsMax }: { readonly monthsMax: number | undefined },
): Promise<void> {
  if (keywords.length === 0) return;
  await outbox.append(tx, 'keyword_snapshots', keywords.map(toMetricsSnapshotRow));
  await outbox.append(
    tx,
    'monthly_keyword_searches',
    keywords.flatMap((keyword) => toMonthRows(keyword, monthsMax)),
  );
}

/** What a snapshot holds of a keyword. */
export type SnapshotMetrics = Omit<KeywordWithMetrics, 'competitionLevel' | 'categories'>;

export function toMetricsSnapshotRow(keyword: SnapshotMetrics): object {
  return {
    keyword_id: keyword.keywordId,
    keyword: keyword.keywordText,
    project_id: keyword.projectId ?? '',
    organization_id: keyword.organizationId ?? '',
    search_volume: keyword.searchVolume,
    difficulty: keyword.keywordDifficulty,
    cpc: keyword.cpc,
    competition: keyword.competition,
    intent: keyword.intent ?? '',
    trend: toTrend(keyword.monthlySearches),
    monthly_searches: keyword.monthlySearches.map(({ year, month, searchVolume }) => ({ month, year, volume: searchVolume })),
    captured_at: toUtcText(keyword.knownAt),
    location_code: keyword.locationCode,
    language_code: keyword.languageCode,
    source: 'provider',
  };
}

interface MonthRow {
  readonly keyword_id: string;
  readonly year: number;
  readonly month: number;
  readonly search_volume: number;
  readonly created_at: string;
}

export function toMonthRows({ keywordId, monthlySearches, knownAt }: KeywordWithMetrics, monthsMax: number | undefined): MonthRow[] {
  const createdAt = toUtcText(knownAt);
  return monthlySearches
    .slice(0, monthsMax)
    .map(({ year, month, searchVolume }) => ({ keyword_id: keywordId, year, month, search_volume: searchVolume, created_at: createdAt }));
}

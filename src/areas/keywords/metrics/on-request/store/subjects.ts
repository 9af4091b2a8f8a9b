import type { Sql } from '#stores/postgres/types.ts';
import type { MetricsStatus } from '../../metrics.ts';
import { fromStoredMonths, type StoredMonths } from '../../store/metrics.ts';
import type { CompetitionLevel, KeywordIntent } from '#providers/search-data/index.ts';
import type { Freshness, StoredMetricsAnswer } from '../metrics-question.ts';

/** Refused metrics serve until enrichment would ask again, all others when they were asked for after `$2`. */
const IS_FRESH = `case metrics.status when 'refused' then metrics.due_at > $3::timestamptz else metrics.asked_at > $2::timestamptz end
  and (not $4::boolean or metrics.source <> 'labs' or metrics.status <> 'known' or metrics.clickstream_asked_at > $2::timestamptz)`;

interface MetricsAnswerRow {
  readonly id: string;
  readonly keyword: string;
  readonly status: MetricsStatus;
  readonly problem: string | null;
  readonly searchVolume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly competitionLevel: CompetitionLevel | null;
  readonly keywordDifficulty: number | null;
  readonly intent: KeywordIntent | null;
  readonly categories: number[];
  readonly monthlySearches: StoredMonths;
  readonly askedAt: Date;
  readonly knownAt: Date | null;
}

/** The metrics among these that are fresh. */
export async function listFreshMetrics(sql: Sql, ids: readonly string[], fresh: Freshness): Promise<Map<string, StoredMetricsAnswer>> {
  const { rows } = await sql.query<MetricsAnswerRow>(
    `select metrics.id, metrics.normalized_text as keyword, metrics.status, metrics.problem, metrics.search_volume, metrics.cpc,
       metrics.competition, metrics.competition_level, metrics.keyword_difficulty, metrics.search_intent as intent, metrics.categories,
       metrics.monthly_searches, metrics.asked_at, metrics.known_at
     from keyword_figures metrics where metrics.id = any($1) and ${IS_FRESH}`,
    [ids, fresh.since, fresh.now, fresh.withClickstream],
  );
  return new Map(rows.map((row) => [row.id, toStoredAnswer(row)]));
}

function toStoredAnswer({
  id: _id,
  status,
  problem,
  askedAt,
  monthlySearches,
  knownAt,
  ...metrics
}: MetricsAnswerRow): StoredMetricsAnswer {
  if (status === 'refused') return { askedAt, state: 'refused', reason: problem ?? '' };
  if (status !== 'known' || knownAt === null) return { askedAt, state: 'unknown' };
  return { askedAt, state: 'known', metrics: { ...metrics, monthlySearches: fromStoredMonths(monthlySearches), knownAt } };
}

/** Records that these were asked with the searches of people whose browsing is known. */
export async function updateClickstreamAsked(sql: Sql, ids: readonly string[], askedAt: Date): Promise<void> {
  await sql.query('update keyword_figures set clickstream_asked_at = $2 where id = any($1)', [ids, askedAt]);
}

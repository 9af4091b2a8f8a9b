import type { Sql } from '#stores/postgres/types.ts';
import type { Hold } from '../../answers/ask-once.ts';
import type { MetricsStatus } from '../../metrics/metrics.ts';
import type { HeldSubject } from '../../metrics/store/metric-batches.ts';
import { fromStoredMonths, type StoredMonths } from '../../metrics/store/metrics.ts';
import type { CompetitionLevel, KeywordIntent } from '#providers/search-data/index.ts';
import type { Freshness, StoredFigures } from '../figures.ts';

/** What was refused is asked again when enrichment would ask, the rest after `$2`. Parameters 1 to 4 are the same everywhere. */
const IS_FRESH = `case metrics.status when 'refused' then metrics.due_at > $3::timestamptz else metrics.asked_at > $2::timestamptz end
  and (not $4::boolean or metrics.source <> 'labs' or metrics.status <> 'known' or metrics.clickstream_asked_at > $2::timestamptz)`;

interface FiguresRow {
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

/** The figures among these that are fresh. */
export async function listFreshFigures(sql: Sql, ids: readonly string[], fresh: Freshness): Promise<Map<string, StoredFigures>> {
  const { rows } = await sql.query<FiguresRow>(
    `select metrics.id, metrics.normalized_text as keyword, metrics.status, metrics.problem, metrics.search_volume, metrics.cpc,
       metrics.competition, metrics.competition_level, metrics.keyword_difficulty, metrics.search_intent as intent, metrics.categories,
       metrics.monthly_searches, metrics.asked_at, metrics.known_at
     from keyword_figures metrics where metrics.id = any($1) and ${IS_FRESH}`,
    [ids, fresh.since, fresh.now, fresh.withClickstream],
  );
  return new Map(rows.map((row) => [row.id, toStoredFigures(row)]));
}

function toStoredFigures({ id: _id, status, problem, askedAt, monthlySearches, knownAt, ...figures }: FiguresRow): StoredFigures {
  if (status === 'refused') return { askedAt, state: 'refused', reason: problem ?? '' };
  if (status !== 'known' || knownAt === null) return { askedAt, state: 'unknown' };
  return { askedAt, state: 'known', figures: { ...figures, monthlySearches: fromStoredMonths(monthlySearches), knownAt } };
}

/** Takes the subjects among these that are not fresh and that are free; what enrichment puts off is free. */
export async function holdSubjects(
  sql: Sql,
  ids: readonly string[],
  { heldBy, until, now, ...fresh }: Hold & { readonly fresh: Freshness },
): Promise<HeldSubject[]> {
  const { since, now: worldNow, withClickstream } = fresh.fresh;
  const { rows } = await sql.query<HeldSubject>(
    `with wanted as (
       select metrics.id from keyword_figures metrics
       where metrics.id = any($1) and (metrics.held_by is null or metrics.held_until <= $5 or metrics.held_by = $6)
         and (${IS_FRESH}) is not true
       order by metrics.id for update skip locked
     )
     update keyword_figures metrics set held_by = $6, held_until = $7
     from wanted where metrics.id = wanted.id
     returning metrics.id, metrics.normalized_text as keyword`,
    [ids, since, worldNow, withClickstream, now, heldBy, until],
  );
  return rows;
}

export async function extendHold(sql: Sql, ids: readonly string[], { heldBy, until }: Hold): Promise<void> {
  await sql.query('update keyword_figures set held_until = $3 where id = any($1) and held_by = $2', [ids, heldBy, until]);
}

export async function releaseHold(sql: Sql, ids: readonly string[], heldBy: string): Promise<void> {
  await sql.query('update keyword_figures set held_by = null, held_until = null where id = any($1) and held_by = $2', [ids, heldBy]);
}

/** Records that these were asked with the searches of people whose browsing is known. */
export async function updateClickstreamAsked(sql: Sql, ids: readonly string[], askedAt: Date): Promise<void> {
  await sql.query('update keyword_figures set clickstream_asked_at = $2 where id = any($1)', [ids, askedAt]);
}

import type { MonthlySearches } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { MetricsSubject, StoredMetrics } from '../metrics.ts';

/** A keyword without a subject. */
export interface NewKeyword {
  readonly id: string;
  readonly keywordText: string;
  readonly locationCode: number;
  readonly languageCode: string;
  /** Its owner; null: shared by the service. */
  readonly ownerId: string | null;
}

/** Keywords without metrics of any subject, at most `limit`. */
export async function listKeywordsWithoutMetrics(sql: Sql, limit: number): Promise<NewKeyword[]> {
  const { rows } = await sql.query<NewKeyword>(
    `select id, keyword_text, location_code, language_code, organization_id as owner_id
     from keywords where figures_id is null order by id limit $1`,
    [limit],
  );
  return rows;
}

const SUBJECT_COLUMNS = {
  id: 'text',
  source: 'text',
  normalized_text: 'text',
  location_code: 'integer',
  language_code: 'text',
  due_at: 'timestamptz',
} as const;

/** Adds the subjects that are not there; they are due at once. */
export async function insertSubjects(sql: Sql, subjects: ReadonlyMap<string, MetricsSubject>, dueAt: Date): Promise<void> {
  const rows = [...subjects].map(([id, subject]) => ({
    id,
    source: subject.source,
    normalized_text: subject.normalizedText,
    location_code: subject.locationCode,
    language_code: subject.languageCode,
    due_at: dueAt,
  }));
  await insertRows(sql, { table: 'keyword_figures', columns: SUBJECT_COLUMNS, rows, suffix: 'on conflict (id) do nothing' });
}

/** Subjects that were asked about before a keyword had them are due again at once, unless something is known of them. */
export async function bringForward(sql: Sql, ids: readonly string[], dueAt: Date): Promise<void> {
  await sql.query(`update keyword_figures set due_at = $2 where id = any($1) and status = 'pending' and due_at > $2`, [ids, dueAt]);
}

export interface AskedSubject {
  readonly id: string;
  /** Set: counts only if the organization tracks a keyword that has these metrics. */
  readonly organizationId: string | undefined;
}

/** The subjects among these that the provider was asked about. */
export async function listAskedSubjects(sql: Sql, subjects: readonly AskedSubject[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ id: string }>(
    `select metrics.id from unnest($1::text[], $2::text[]) as wanted (id, organization_id)
     join keyword_figures metrics on metrics.id = wanted.id and metrics.asked_at is not null
     where wanted.organization_id is null or exists (
       select from keywords keyword
       join tracked_keywords tracked on tracked.keyword_id = keyword.id
       join projects project on project.id = tracked.project_id
       where keyword.figures_id = metrics.id and project.organization_id = wanted.organization_id)`,
    [subjects.map(({ id }) => id), subjects.map(({ organizationId }) => organizationId ?? null)],
  );
  return new Set(rows.map((row) => row.id));
}

const LINK_COLUMNS = { id: 'text', figures_id: 'text' } as const;

/** Writes the subject of each keyword. Rows come sorted by keyword. */
export async function linkKeywords(sql: Sql, links: readonly { readonly id: string; readonly figuresId: string }[]): Promise<void> {
  const rows = links.map(({ id, figuresId }) => ({ id, figures_id: figuresId }));
  await sql.query(
    `update keywords set figures_id = link.figures_id from ${unnest(LINK_COLUMNS, { alias: 'link' })}
     where keywords.id = link.id and keywords.figures_id is null`,
    toArrays(LINK_COLUMNS, rows),
  );
}

/** A keyword that got its subject's metrics. */
export interface KeywordWithMetrics extends StoredMetrics {
  readonly keywordId: string;
  readonly keywordText: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly knownAt: Date;
  /** The project that tracked it first. */
  readonly projectId: string | null;
  readonly organizationId: string | null;
}

export interface MetricsRow extends Omit<KeywordWithMetrics, 'monthlySearches'> {
  readonly monthlySearches: StoredMonths;
}

/** Columns of `keyword` and its `metrics`. */
export const METRICS_COLUMNS = `keyword.id as keyword_id, keyword.keyword_text, keyword.location_code, keyword.language_code,
  metrics.search_volume, metrics.cpc, metrics.competition, metrics.competition_level, metrics.keyword_difficulty,
  metrics.search_intent as intent, metrics.categories, metrics.monthly_searches, metrics.known_at`;

export const FIRST_PROJECT_COLUMNS = 'first.project_id, first.organization_id';

/** The project that tracked `keyword` first, as `first`. */
export const FIRST_PROJECT = `left join lateral (
    select tracked.project_id, project.organization_id
    from tracked_keywords tracked join projects project on project.id = tracked.project_id
    where tracked.keyword_id = keyword.id
    order by tracked.tracking_since, tracked.project_id limit 1
  ) first on true`;

/**
 * Copies what is known of subjects to their keywords: to all of the subjects', or to these keywords
 * alone. Returns the keywords that got metrics.
 */
export async function copyMetrics(
  sql: Sql,
  { metricsIds, keywordIds }: { readonly metricsIds?: readonly string[]; readonly keywordIds?: readonly string[] },
): Promise<KeywordWithMetrics[]> {
  const { rows } = await sql.query<MetricsRow>(
    `with copied as (
       update keywords keyword
       set search_volume = metrics.search_volume, cpc = metrics.cpc, competition = metrics.competition,
         keyword_difficulty = metrics.keyword_difficulty, enriched_at = metrics.known_at
       from keyword_figures metrics
       where metrics.id = keyword.figures_id and metrics.known_at is not null
         and (keyword.figures_id = any($1::text[]) or keyword.id = any($2::text[]))
       returning ${METRICS_COLUMNS}
     )
     select copied.*, ${FIRST_PROJECT_COLUMNS}
     from copied join keywords keyword on keyword.id = copied.keyword_id ${FIRST_PROJECT}
     order by keyword.id`,
    [metricsIds ?? [], keywordIds ?? []],
  );
  return rows.map(toKeywordWithMetrics);
}

/** Searches of a keyword by month, newest first, as far as they are known. */
export async function findMonthlySearches(sql: Sql, keywordId: string): Promise<MonthlySearches[]> {
  const { rows } = await sql.query<{ months: StoredMonths }>(
    `select metrics.monthly_searches as months
     from keywords keyword join keyword_figures metrics on metrics.id = keyword.figures_id
     where keyword.id = $1 and metrics.known_at is not null`,
    [keywordId],
  );
  return fromStoredMonths(rows[0]?.months ?? []);
}

export function toKeywordWithMetrics({ monthlySearches, ...row }: MetricsRow): KeywordWithMetrics {
  return { ...row, monthlySearches: fromStoredMonths(monthlySearches) };
}

export type StoredMonths = readonly { readonly year: number; readonly month: number; readonly search_volume: number }[];

export function fromStoredMonths(months: StoredMonths): MonthlySearches[] {
  return months.map(({ year, month, search_volume: searchVolume }) => ({ year, month, searchVolume }));
}

export function toStoredMonths(months: readonly MonthlySearches[]): StoredMonths {
  return months.map(({ year, month, searchVolume }) => ({ year, month, search_volume: searchVolume }));
}

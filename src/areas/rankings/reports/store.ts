import type { MetricsSource } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** They travel in the address of a question. */
const KEYWORDS_MAX = 5_000;

/** Keywords that the provider has assigned to a category of its list. */
export async function listCategoryKeywords(sql: Sql, categoryId: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select k.id from keyword_figures f join keywords k on k.figures_id = f.id where f.categories @> array[$1::integer] order by k.id limit ${KEYWORDS_MAX}`,
    [categoryId],
  );
  return rows.map(({ id }) => id);
}

/** Whether a domain is known: to the service, or to some of its projects. */
export async function hasWatchedDomain(sql: Sql, domain: string, projectIds: readonly string[] | undefined): Promise<boolean> {
  const { rows } = await sql.query<{ exists: boolean }>(
    `select case when $2::text[] is null then exists (select from domains where domain = $1)
       else exists (select from assets where type = 'website' and value = $1 and project_id = any ($2)) end as exists`,
    [domain, projectIds ?? null],
  );
  return rows[0]?.exists ?? false;
}

export interface KeywordText {
  readonly keywordText: string;
  readonly languageCode: string;
  /** Null: not known. */
  readonly searchVolume: number | null;
  /** When the volume became known. */
  readonly enrichedAt: Date | null;
  /** Where it was asked for; null: not known. */
  readonly metricsSource: MetricsSource | null;
}

/** What keywords are called and how often they are searched for, by id. */
export async function listKeywordTexts(sql: Sql, keywordIds: readonly string[]): Promise<ReadonlyMap<string, KeywordText>> {
  const { rows } = await sql.query<KeywordText & { id: string }>(
    `select k.id, k.keyword_text, k.language_code, f.search_volume, f.known_at as enriched_at,
       case when f.known_at is not null then f.source end as metrics_source
     from keywords k left join keyword_figures f on f.id = k.figures_id where k.id = any ($1) order by k.id`,
    [keywordIds],
  );
  return new Map(rows.map(({ id, ...text }) => [id, text]));
}

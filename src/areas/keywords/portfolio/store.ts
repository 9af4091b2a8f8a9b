import { CHECKED_KEYWORDS } from '../tracking/store/tracked.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Ways of counting searches: by the ads planner, or by it and another source, of which neither is mixed into it. */
export const TREND_SOURCES = ['ads_source', 'engine_b_normalized', 'clickstream_normalized'] as const;
export type TrendSource = (typeof TREND_SOURCES)[number];

export interface PortfolioFilter {
  readonly projectId: string;
  readonly source: TrendSource;
  /** Months, the newest of all that have metrics. */
  readonly limit: number;
}

export interface PortfolioSums {
  /** Texts in one location and language. */
  readonly keywords: number;
  readonly withFigures: number;
  /** Their months reach as far back as those of the provider. */
  readonly withHistory: number;
  readonly withClickstream: number;
  /** Null: of no keyword anything is known. */
  readonly totalVolume: number | null;
  readonly averageVolume: number | null;
  readonly oldestAt: Date | null;
  readonly newestAt: Date | null;
}

/** A text counts once for each location and language: devices share metrics, and so do all locations of a country. */
export const PORTFOLIO = `portfolio as (
    select distinct keyword.figures_id as id, case when keyword.figures_id is null then keyword.normalized_text end as text,
      case when keyword.figures_id is null then keyword.location_code end as location,
      case when keyword.figures_id is null then keyword.language_code end as language
    from ${CHECKED_KEYWORDS} tracked join keywords keyword on keyword.id = tracked.keyword_id
    where tracked.project_id = $1
  )`;
/** What is known of them by one source. */
const KNOWN = `known as (
    select metrics.search_volume, metrics.monthly_searches, metrics.known_at
    from portfolio join keyword_figures metrics on metrics.id = portfolio.id
    where $2 = 'ads_source' and metrics.known_at is not null
    union all
    select metrics.search_volume, metrics.monthly_searches, metrics.known_at
    from portfolio join keyword_source_figures metrics on metrics.figures_id = portfolio.id and metrics.source = $2
  )`;

export async function sumPortfolio(sql: Sql, { projectId, source }: PortfolioFilter): Promise<PortfolioSums> {
  const { rows } = await sql.query<{
    keywords: number;
    withFigures: number;
    withHistory: number;
    withClickstream: number;
    totalVolume: number | null;
    averageVolume: number | null;
    oldestAt: Date | null;
    newestAt: Date | null;
  }>(
    `with ${PORTFOLIO}, ${KNOWN}
     select (select count(*) from portfolio) as keywords,
       (select count(*) from portfolio join keyword_figures metrics on metrics.id = portfolio.id and metrics.history_status = 'known')
         as with_history,
       (select count(*) from portfolio join keyword_source_figures metrics on metrics.figures_id = portfolio.id
         and metrics.source = 'clickstream') as with_clickstream,
       count(*) as with_figures, sum(search_volume)::bigint as total_volume,
       avg(search_volume)::double precision as average_volume, min(known_at) as oldest_at, max(known_at) as newest_at
     from known`,
    [projectId, source],
  );
  const [sums] = rows;
  if (sums === undefined) throw new Error('a sum has one row');
  return sums;
}

export interface PortfolioMonth {
  readonly year: number;
  readonly month: number;
  readonly total: number;
  /** Keywords that have metrics of this month. */
  readonly keywords: number;
}

/** Newest first. */
export async function listPortfolioMonths(sql: Sql, { projectId, source, limit }: PortfolioFilter): Promise<PortfolioMonth[]> {
  const { rows } = await sql.query<{ year: number; month: number; total: number; keywords: number }>(
    `with ${PORTFOLIO}, ${KNOWN}
     select told.year, told.month, sum(told.search_volume)::bigint as total, count(*) as keywords
     from known cross join lateral jsonb_to_recordset(known.monthly_searches) as told (year integer, month integer, search_volume bigint)
     group by told.year, told.month order by told.year desc, told.month desc limit $3`,
    [projectId, source, limit],
  );
  return rows;
}

export interface ClickstreamMonth {
  readonly year: number;
  readonly month: number;
  readonly total: number;
  /** Percent; null: not known. */
  readonly female: number | null;
  readonly male: number | null;
  readonly age18To24: number | null;
}

/** Newest first. The shares of a keyword weigh as much as its searches in the month. */
export async function listClickstreamMonths(
  sql: Sql,
  { projectId, limit }: Pick<PortfolioFilter, 'projectId' | 'limit'>,
): Promise<ClickstreamMonth[]> {
  const { rows } = await sql.query<{
    year: number;
    month: number;
    total: number;
    female: number | null;
    male: number | null;
    age18To24: number | null;
  }>(
    `with ${PORTFOLIO}, shares as (
       select metrics.monthly_searches,
         (metrics.genders ->> 'female')::double precision / nullif(genders.total, 0) as female,
         (metrics.genders ->> 'male')::double precision / nullif(genders.total, 0) as male,
         (metrics.ages ->> '18-24')::double precision / nullif(ages.total, 0) as young
       from portfolio join keyword_source_figures metrics on metrics.figures_id = portfolio.id and metrics.source = 'clickstream'
       left join lateral (select sum(value::double precision) as total from jsonb_each_text(metrics.genders)) genders on true
       left join lateral (select sum(value::double precision) as total from jsonb_each_text(metrics.ages)) ages on true
     )
     select told.year, told.month, sum(told.search_volume)::bigint as total,
       100 * sum(female * told.search_volume) / nullif(sum(told.search_volume) filter (where female is not null), 0) as female,
       100 * sum(male * told.search_volume) / nullif(sum(told.search_volume) filter (where male is not null), 0) as male,
       100 * sum(young * told.search_volume) / nullif(sum(told.search_volume) filter (where young is not null), 0) as age_18_to_24
     from shares cross join lateral jsonb_to_recordset(shares.monthly_searches) as told (year integer, month integer, search_volume bigint)
     group by told.year, told.month order by told.year desc, told.month desc limit $2`,
    [projectId, limit],
  );
  return rows;
}

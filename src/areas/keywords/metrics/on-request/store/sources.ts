import type { ClickstreamMetrics, KeywordMetrics, SearchSeries } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import { mergeMonths } from '../../metrics.ts';
import { fromStoredMonths, toStoredMonths, type StoredMonths } from '../../store/metrics.ts';

/** Ways of counting searches beside the ads planner's. */
export const OTHER_SOURCES = ['engine_b_normalized', 'clickstream_normalized', 'clickstream'] as const;
export type OtherSource = (typeof OTHER_SOURCES)[number];

type OtherMetrics = SearchSeries & Partial<Pick<ClickstreamMetrics, 'genders' | 'ages'>>;

interface SourceRow {
  readonly figures_id: string;
  readonly source: OtherSource;
  readonly search_volume: number | null;
  readonly monthly_searches: StoredMonths;
  readonly genders: Readonly<Record<string, number>> | null;
  readonly ages: Readonly<Record<string, number>> | null;
  readonly known_at: Date;
}

const COLUMNS = {
  figures_id: 'text',
  source: 'text',
  search_volume: 'integer',
  monthly_searches: 'jsonb',
  genders: 'jsonb',
  ages: 'jsonb',
  known_at: 'timestamptz',
} as const;

/** Writes what an answer says by other ways of counting. Earlier months stay. */
export async function upsertSources(
  sql: Sql,
  answered: readonly (KeywordMetrics & { readonly id: string })[],
  knownAt: Date,
): Promise<void> {
  const told = answered.flatMap((metrics) => listTold(metrics).map((one) => ({ ...one, id: metrics.id })));
  if (told.length === 0) return;
  const known = await listMonths(
    sql,
    answered.map(({ id }) => id),
  );
  const rows = told.map(({ id, source, metrics }): SourceRow => {
    const months = mergeMonths(metrics.monthlySearches, known.get(`${id} ${source}`) ?? []);
    return {
      figures_id: id,
      source,
      search_volume: metrics.searchVolume,
      monthly_searches: toStoredMonths(months),
      genders: metrics.genders ?? null,
      ages: metrics.ages ?? null,
      known_at: knownAt,
    };
  });
  await insertRows(sql, {
    table: 'keyword_source_figures',
    columns: COLUMNS,
    rows,
    suffix: `on conflict (figures_id, source) do update set search_volume = excluded.search_volume,
      monthly_searches = excluded.monthly_searches, genders = excluded.genders, ages = excluded.ages, known_at = excluded.known_at`,
  });
}

function listTold(metrics: KeywordMetrics): { readonly source: OtherSource; readonly metrics: OtherMetrics }[] {
  const bySource: Readonly<Record<OtherSource, OtherMetrics | null | undefined>> = {
    engine_b_normalized: metrics.normalizedByBing,
    clickstream_normalized: metrics.normalizedByClickstream,
    clickstream: metrics.clickstream,
  };
  return OTHER_SOURCES.flatMap((source) => {
    const told = bySource[source];
    return told === null || told === undefined ? [] : [{ source, metrics: told }];
  });
}

async function listMonths(sql: Sql, metricsIds: readonly string[]) {
  const { rows } = await sql.query<{ key: string; months: StoredMonths }>(
    `select figures_id || ' ' || source as key, monthly_searches as months from keyword_source_figures where figures_id = any($1)`,
    [metricsIds],
  );
  return new Map(rows.map(({ key, months }) => [key, fromStoredMonths(months)]));
}

/** What is known of metrics by other ways of counting. */
export async function listSources(sql: Sql, metricsIds: readonly string[]): Promise<Map<string, Partial<KeywordMetrics>>> {
  const { rows } = await sql.query<{
    figuresId: string;
    source: OtherSource;
    searchVolume: number | null;
    months: StoredMonths;
    genders: Record<string, number> | null;
    ages: Record<string, number> | null;
  }>(
    `select figures_id, source, search_volume, monthly_searches as months, genders, ages
     from keyword_source_figures where figures_id = any($1) order by figures_id, source`,
    [metricsIds],
  );
  const byId = Map.groupBy(rows, ({ figuresId }) => figuresId);
  return new Map([...byId].map(([id, told]) => [id, Object.assign({}, ...told.map(toMetrics)) as Partial<KeywordMetrics>]));
}

function toMetrics(row: {
  readonly source: OtherSource;
  readonly searchVolume: number | null;
  readonly months: StoredMonths;
  readonly genders: Readonly<Record<string, number>> | null;
  readonly ages: Readonly<Record<string, number>> | null;
}): Partial<KeywordMetrics> {
  const series = { searchVolume: row.searchVolume, monthlySearches: fromStoredMonths(row.months) };
  if (row.source === 'engine_b_normalized') return { normalizedByBing: series };
  if (row.source === 'clickstream_normalized') return { normalizedByClickstream: series };
  return { clickstream: { ...series, genders: row.genders ?? {}, ages: row.ages ?? {} } };
}

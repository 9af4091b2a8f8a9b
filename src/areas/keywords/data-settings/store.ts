import { CHECKED_KEYWORDS } from '../tracking/store/tracked.ts';
import type { MetricsSource } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { PORTFOLIO } from '../portfolio/store.ts';
import type { DataCoverage, DataSettings } from './data-settings.ts';

/** The settings of those among these projects that have some. */
export async function listDataSettings(sql: Sql, projectIds: readonly string[]): Promise<ReadonlyMap<string, DataSettings>> {
  const { rows } = await sql.query<DataSettings & { projectId: string }>(
    `select project_id, with_clickstream, history_months
     from keyword_data_settings where project_id = any($1)`,
    [projectIds],
  );
  return new Map(rows.map(({ projectId, ...settings }) => [projectId, settings]));
}

export async function upsertDataSettings(
  sql: Sql,
  projectId: string,
  { withClickstream, historyMonths }: DataSettings,
  now: Date,
): Promise<void> {
  await sql.query(
    `insert into keyword_data_settings (project_id, with_clickstream, history_months, updated_at) values ($1, $2, $3, $4)
     on conflict (project_id) do update
       set with_clickstream = excluded.with_clickstream, history_months = excluded.history_months, updated_at = excluded.updated_at`,
    [projectId, withClickstream, historyMonths, now],
  );
}

/** The metrics that the tracked keywords of a project show, each once. */
const TRACKED = `tracked as (
    select distinct keyword.figures_id as id
    from ${CHECKED_KEYWORDS} t join keywords keyword on keyword.id = t.keyword_id
    where t.project_id = $1 and keyword.figures_id is not null
  )`;

export async function countCoverage(sql: Sql, projectId: string): Promise<DataCoverage> {
  const { rows } = await sql.query<DataCoverage>(
    `with ${PORTFOLIO}
     select count(*) as keywords, count(metrics.known_at) as with_figures,
       count(*) filter (where metrics.history_status = 'known') as with_history,
       count(*) filter (where metrics.source <> 'labs') as without_offer,
       count(*) filter (where metrics.known_at is not null and metrics.clickstream_asked_at is not null) as with_clickstream
     from portfolio left join keyword_figures metrics on metrics.id = portfolio.id`,
    [projectId],
  );
  if (rows[0] === undefined) throw new Error('a count has one row');
  return rows[0];
}

/** A text that the provider is asked about for a project. */
export interface DataSubject {
  readonly keyword: string;
  readonly source: MetricsSource;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly lacksHistory: boolean;
  readonly lacksClickstream: boolean;
}

/** What a project has the provider asked about each month. */
export async function listDataSubjects(sql: Sql, projectId: string): Promise<DataSubject[]> {
  const { rows } = await sql.query<DataSubject>(
    `with ${TRACKED}
     select metrics.normalized_text as keyword, metrics.source, metrics.location_code, metrics.language_code,
       metrics.source = 'labs' and metrics.status in ('pending', 'known') and metrics.history_status is null as lacks_history,
       metrics.source = 'labs' and metrics.status in ('pending', 'known') and metrics.clickstream_asked_at is null as lacks_clickstream
     from tracked join keyword_figures metrics on metrics.id = tracked.id order by metrics.id`,
    [projectId],
  );
  return rows;
}

/** Metrics without a past that their project wants. */
export interface HistoryBatch {
  readonly projectId: string;
  readonly organizationId: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly subjects: readonly { readonly id: string; readonly keyword: string }[];
}

/** The next keywords whose past is wanted, of one project, country and language. @param exhausted projects that cannot pay now */
export async function findHistoryBatch(sql: Sql, exhausted: readonly string[], limit: number): Promise<HistoryBatch | undefined> {
  const { rows } = await sql.query<HistoryBatch>(
    `with lacking as (
       select distinct metrics.id, metrics.normalized_text, metrics.location_code, metrics.language_code, project.id as project_id,
         project.organization_id
       from keyword_data_settings settings
       join projects project on project.id = settings.project_id and project.status = 'active' and project.id <> all($1::text[])
       join ${CHECKED_KEYWORDS} t on t.project_id = project.id
       join keywords keyword on keyword.id = t.keyword_id
       join keyword_figures metrics on metrics.id = keyword.figures_id
       where settings.history_months > 12 and metrics.source = 'labs' and metrics.status = 'known' and metrics.history_status is null
     ), first as (
       select project_id, organization_id, location_code, language_code from lacking
       order by project_id, location_code, language_code limit 1
     )
     select first.project_id, first.organization_id, first.location_code,
       first.language_code, (
         select json_agg(json_build_object('id', chosen.id, 'keyword', chosen.normalized_text)) from (
           select id, normalized_text from lacking
           where lacking.project_id = first.project_id and lacking.location_code = first.location_code
             and lacking.language_code = first.language_code
           order by id limit $2
         ) chosen) as subjects
     from first`,
    [exhausted, limit],
  );
  return rows[0];
}

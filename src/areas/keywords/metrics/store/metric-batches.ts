import type { MetricsSource } from '#providers/search-data/index.ts';
import { CLAIMED_KEYS } from '#purchases/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { AskedKeyword } from '../../answers/ask-in-parts.ts';
import type { MetricsStatus, StoredMetrics } from '../metrics.ts';
import { toStoredMonths } from './metrics.ts';
import { whereChecked } from '../../tracking/store/tracked.ts';

/** What is asked about next: all of it in one call, on behalf of one project. */
export interface NextBatch {
  readonly source: MetricsSource;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly batchMax: number | null;
  readonly projectId: string;
  /** Also the searches of people whose browsing is known: its project wants them. */
  readonly withClickstream: boolean;
}

/** What can be asked about, beside what projects want. */
export interface DueTimes {
  /** What is due by this instant of the observed world. */
  readonly dueBy: Date;
  /** Real time: what rests longer is left out. */
  readonly realNow: Date;
}

const IS_FREE = `(metrics.rests_until is null or metrics.rests_until <= $2) and metrics.id not in (${CLAIMED_KEYS})`;
const IS_CHECKED = whereChecked('tracked');
/** What is due, and what was never asked with clickstream. */
const IS_WANTED = `(metrics.due_at <= $1 or metrics.status = 'known' and metrics.clickstream_asked_at is null)`;

/**
 * The location, language and project of what has been due longest; what has to be asked in smaller calls
 * comes after everything else. Only what an active project tracks is asked about.
 * @param exhausted projects that cannot pay now
 */
export async function findNextBatch(sql: Sql, times: DueTimes, exhausted: readonly string[]): Promise<NextBatch | undefined> {
  const wanted = await findClickstreamBatch(sql, times, exhausted);
  if (wanted !== undefined) return wanted;
  for (const part of ['metrics.batch_max is null', 'metrics.batch_max is not null']) {
    const { rows } = await sql.query<NextBatch>(
      `select metrics.source, metrics.location_code, metrics.language_code, metrics.batch_max, payer.project_id, false as with_clickstream
       from keyword_figures metrics cross join lateral (
         select tracked.project_id
         from keywords keyword
         join tracked_keywords tracked on tracked.keyword_id = keyword.id
         join projects project on project.id = tracked.project_id
         where keyword.figures_id = metrics.id and ${IS_CHECKED} and project.status = 'active' and project.id <> all($3::text[])
         order by tracked.tracking_since, tracked.project_id limit 1
       ) payer
       where ${part} and metrics.due_at <= $1 and ${IS_FREE}
       order by metrics.due_at, metrics.id limit 1`,
      [times.dueBy, times.realNow, exhausted],
    );
    if (rows[0] !== undefined) return rows[0];
  }
  return undefined;
}

/** Asked about before the rest, so that a project that wants clickstream does not pay for metrics without it first. */
async function findClickstreamBatch(sql: Sql, times: DueTimes, exhausted: readonly string[]): Promise<NextBatch | undefined> {
  const { rows } = await sql.query<NextBatch>(
    `select metrics.source, metrics.location_code, metrics.language_code, metrics.batch_max, project.id as project_id,
       true as with_clickstream
     from keyword_data_settings settings
     join projects project on project.id = settings.project_id and project.status = 'active' and project.id <> all($3::text[])
     join tracked_keywords tracked on tracked.project_id = project.id and ${IS_CHECKED}
     join keywords keyword on keyword.id = tracked.keyword_id
     join keyword_figures metrics on metrics.id = keyword.figures_id
     where settings.with_clickstream and metrics.source = 'labs' and ${IS_WANTED} and ${IS_FREE}
     order by metrics.batch_max nulls first, metrics.due_at, metrics.id limit 1`,
    [times.dueBy, times.realNow, exhausted],
  );
  return rows[0];
}

/** Locks what the project has due of a batch and what is free, at most `limit`, until the transaction ends. */
export async function lockBatch(
  sql: Sql,
  batch: NextBatch,
  { dueBy, realNow, limit }: DueTimes & { readonly limit: number },
): Promise<AskedKeyword[]> {
  const { rows } = await sql.query<AskedKeyword>(
    `select metrics.id, metrics.normalized_text as keyword
     from keyword_figures metrics
     where metrics.source = $3 and metrics.location_code = $4 and metrics.language_code = $5
       and metrics.batch_max is not distinct from $6 and (metrics.due_at <= $1 or $9 and ${IS_WANTED}) and ${IS_FREE}
       and metrics.id in (
         select keyword.figures_id from tracked_keywords tracked join keywords keyword on keyword.id = tracked.keyword_id
         where tracked.project_id = $7 and ${IS_CHECKED}
       )
     order by metrics.due_at, metrics.id limit $8
     for update of metrics skip locked`,
    [
      dueBy,
      realNow,
      batch.source,
      batch.locationCode,
      batch.languageCode,
      batch.batchMax,
      batch.projectId,
      Math.min(limit, batch.batchMax ?? limit),
      batch.withClickstream,
    ],
  );
  return rows;
}

/** After a failure enrichment asks about others first. */
export async function restUntil(sql: Sql, ids: readonly string[], until: Date): Promise<void> {
  await sql.query('update keyword_figures set rests_until = $2 where id = any($1)', [ids, until]);
}

/** These were part of a call that was refused: they are asked about in calls of at most `batchMax`. */
export async function splitBatch(sql: Sql, ids: readonly string[], batchMax: number): Promise<void> {
  await sql.query('update keyword_figures set batch_max = $2 where id = any($1)', [ids, batchMax]);
}

const ANSWER_COLUMNS = {
  id: 'text',
  search_volume: 'integer',
  cpc: 'double precision',
  competition: 'double precision',
  competition_level: 'text',
  keyword_difficulty: 'integer',
  search_intent: 'text',
  categories: 'integer[]',
  monthly_searches: 'jsonb',
} as const;

export interface AskedAt {
  readonly askedAt: Date;
  readonly dueAt: Date;
}

/** Stores the metrics of the answer. */
export async function updateKnown(
  sql: Sql,
  metrics: readonly (StoredMetrics & { readonly id: string })[],
  { askedAt, dueAt }: AskedAt,
): Promise<void> {
  await sql.query(
    `update keyword_figures metrics
     set status = 'known', search_volume = answered.search_volume, cpc = answered.cpc, competition = answered.competition,
       competition_level = answered.competition_level, keyword_difficulty = answered.keyword_difficulty, search_intent = answered.search_intent,
       categories = answered.categories::integer[], monthly_searches = answered.monthly_searches::jsonb, problem = null,
       asked_at = $1, known_at = $1, due_at = $2, batch_max = null
     from ${unnest(ANSWER_COLUMNS, { alias: 'answered', first: 3 })}
     where metrics.id = answered.id`,
    [askedAt, dueAt, ...toArrays(ANSWER_COLUMNS, metrics.map(toAnswerRow))],
  );
}

function toAnswerRow({ monthlySearches, ...answered }: StoredMetrics & { readonly id: string }) {
  return {
    id: answered.id,
    search_volume: answered.searchVolume,
    cpc: answered.cpc,
    competition: answered.competition,
    competition_level: answered.competitionLevel,
    keyword_difficulty: answered.keywordDifficulty,
    search_intent: answered.intent,
    categories: answered.categories,
    monthly_searches: toStoredMonths(monthlySearches),
  };
}

export interface Unanswered extends AskedAt {
  readonly status: Exclude<MetricsStatus, 'known'>;
  readonly problem: string | null;
  /** How many are asked about together next time; null: as many as one call takes. */
  readonly batchMax: number | null;
}

/** Records why there are no new metrics; earlier ones stay. */
export async function updateUnanswered(sql: Sql, ids: readonly string[], asked: Unanswered): Promise<void> {
  await sql.query(
    `update keyword_figures
     set status = $2, problem = $3, asked_at = $4, due_at = $5, batch_max = $6
     where id = any($1)`,
    [ids, asked.status, asked.problem, asked.askedAt, asked.dueAt, asked.batchMax],
  );
}

/**
 * Moves metrics that no active project wants to the next day, so that the list of due ones stays short. Those
 * of new keywords stay due; those without a keyword are of a request that failed.
 */
export async function putOffUnwanted(sql: Sql, dueBy: Date, until: Date): Promise<void> {
  await sql.query(
    `update keyword_figures metrics set due_at = $2
     where metrics.due_at <= $1
       and (metrics.status <> 'pending' or not exists (select from keywords where figures_id = metrics.id)) and not exists (
       select from keywords keyword
       join tracked_keywords tracked on tracked.keyword_id = keyword.id
       join projects project on project.id = tracked.project_id
       where keyword.figures_id = metrics.id and ${IS_CHECKED} and project.status = 'active'
     )`,
    [dueBy, until],
  );
}

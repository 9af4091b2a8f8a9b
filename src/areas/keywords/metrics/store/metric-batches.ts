import type { FiguresSource } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import type { MetricsStatus, StoredMetrics } from '../metrics.ts';
import { toStoredMonths } from './metrics.ts';

/** What is asked about next: all of it in one call, on behalf of one project. */
export interface NextBatch {
  readonly source: FiguresSource;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly batchMax: number | null;
  readonly projectId: string;
  /** Also the searches of people whose browsing is known: its project wants them. */
  readonly withClickstream: boolean;
}

/** A subject that is being asked about. */
export interface HeldSubject {
  readonly id: string;
  readonly keyword: string;
}

export interface BatchClaim {
  /** The run that asks. */
  readonly heldBy: string;
  /** Of the observed world: what is due by then. */
  readonly dueBy: Date;
  /** Real time. */
  readonly realNow: Date;
}

const IS_FREE = '(metrics.held_until is null or metrics.held_until <= $2 or metrics.held_by = $3)';
const IS_TRACKED = `tracked.status in ('tracking', 'active')`;
/** What is due, and what was never asked with clickstream. */
const IS_WANTED = `(metrics.due_at <= $1 or metrics.status = 'known' and metrics.clickstream_asked_at is null)`;

/**
 * The place, language and project of what has been due longest; what has to be asked in smaller calls
 * comes after everything else. Only what an active project tracks is asked about.
 * @param exhausted projects that cannot pay now
 */
export async function findNextBatch(sql: Sql, claim: BatchClaim, exhausted: readonly string[]): Promise<NextBatch | undefined> {
  const wanted = await findClickstreamBatch(sql, claim, exhausted);
  if (wanted !== undefined) return wanted;
  for (const part of ['metrics.batch_max is null', 'metrics.batch_max is not null']) {
    const { rows } = await sql.query<NextBatch>(
      `select metrics.source, metrics.location_code, metrics.language_code, metrics.batch_max, payer.project_id, false as with_clickstream
       from keyword_figures metrics cross join lateral (
         select tracked.project_id
         from keywords keyword
         join tracked_keywords tracked on tracked.keyword_id = keyword.id
         join projects project on project.id = tracked.project_id
         where keyword.figures_id = metrics.id and ${IS_TRACKED} and project.status = 'active' and project.id <> all($4::text[])
         order by tracked.tracking_since, tracked.project_id limit 1
       ) payer
       where ${part} and metrics.due_at <= $1 and ${IS_FREE}
       order by metrics.due_at, metrics.id limit 1`,
      [claim.dueBy, claim.realNow, claim.heldBy, exhausted],
    );
    if (rows[0] !== undefined) return rows[0];
  }
  return undefined;
}

/** Asked about before the rest, so that a project that wants clickstream does not pay for figures without it first. */
async function findClickstreamBatch(sql: Sql, claim: BatchClaim, exhausted: readonly string[]): Promise<NextBatch | undefined> {
  const { rows } = await sql.query<NextBatch>(
    `select metrics.source, metrics.location_code, metrics.language_code, metrics.batch_max, project.id as project_id,
       true as with_clickstream
     from keyword_data_settings settings
     join projects project on project.id = settings.project_id and project.status = 'active' and project.id <> all($4::text[])
     join tracked_keywords tracked on tracked.project_id = project.id and ${IS_TRACKED}
     join keywords keyword on keyword.id = tracked.keyword_id
     join keyword_figures metrics on metrics.id = keyword.figures_id
     where settings.with_clickstream and metrics.source = 'labs' and ${IS_WANTED} and ${IS_FREE}
     order by metrics.batch_max nulls first, metrics.due_at, metrics.id limit 1`,
    [claim.dueBy, claim.realNow, claim.heldBy, exhausted],
  );
  return rows[0];
}

/** Takes what the project has due of a batch, at most `limit`; no other run asks about it until `heldUntil`. */
export async function holdBatch(
  sql: Sql,
  batch: NextBatch,
  { heldBy, dueBy, realNow, heldUntil, limit }: BatchClaim & { readonly heldUntil: Date; readonly limit: number },
): Promise<HeldSubject[]> {
  const { rows } = await sql.query<HeldSubject>(
    `with wanted as (
       select metrics.id
       from keyword_figures metrics
       where metrics.source = $5 and metrics.location_code = $6 and metrics.language_code = $7
         and metrics.batch_max is not distinct from $8 and (metrics.due_at <= $1 or $11 and ${IS_WANTED}) and ${IS_FREE}
         and metrics.id in (
           select keyword.figures_id from tracked_keywords tracked join keywords keyword on keyword.id = tracked.keyword_id
           where tracked.project_id = $9 and ${IS_TRACKED}
         )
       order by metrics.due_at, metrics.id limit $10
       for update skip locked
     )
     update keyword_figures metrics set held_by = $3, held_until = $4
     from wanted where metrics.id = wanted.id
     returning metrics.id, metrics.normalized_text as keyword`,
    [
      dueBy,
      realNow,
      heldBy,
      heldUntil,
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

/** Releases everything that a run holds; no run asks about it until `heldUntil`. */
export async function releaseBatch(sql: Sql, heldBy: string, heldUntil: Date | null = null): Promise<void> {
  await sql.query('update keyword_figures set held_by = null, held_until = $2 where held_by = $1', [heldBy, heldUntil]);
}

/** These were part of a call that was refused: they are asked about in calls of at most `batchMax`. */
export async function splitBatch(sql: Sql, ids: readonly string[], heldBy: string, batchMax: number): Promise<void> {
  await sql.query('update keyword_figures set batch_max = $3, held_by = null, held_until = null where id = any($1) and held_by = $2', [
    ids,
    heldBy,
    batchMax,
  ]);
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
  readonly heldBy: string;
  readonly askedAt: Date;
  readonly dueAt: Date;
}

/** Stores the metrics of the answer. @returns the subjects that the run still held */
export async function updateKnown(
  sql: Sql,
  metrics: readonly (StoredMetrics & { readonly id: string })[],
  { heldBy, askedAt, dueAt }: AskedAt,
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `update keyword_figures metrics
     set status = 'known', search_volume = answered.search_volume, cpc = answered.cpc, competition = answered.competition,
       competition_level = answered.competition_level, keyword_difficulty = answered.keyword_difficulty, search_intent = answered.search_intent,
       categories = answered.categories::integer[], monthly_searches = answered.monthly_searches::jsonb, problem = null,
       asked_at = $2, known_at = $2, due_at = $3, held_by = null, held_until = null, batch_max = null
     from ${unnest(ANSWER_COLUMNS, { alias: 'answered', first: 4 })}
     where metrics.id = answered.id and metrics.held_by = $1
     returning metrics.id`,
    [heldBy, askedAt, dueAt, ...toArrays(ANSWER_COLUMNS, metrics.map(toAnswerRow))],
  );
  return rows.map((row) => row.id);
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
     set status = $3, problem = $4, asked_at = $5, due_at = $6, batch_max = $7, held_by = null, held_until = null
     where id = any($1) and held_by = $2`,
    [ids, asked.heldBy, asked.status, asked.problem, asked.askedAt, asked.dueAt, asked.batchMax],
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
       where keyword.figures_id = metrics.id and ${IS_TRACKED} and project.status = 'active'
     )`,
    [dueBy, until],
  );
}

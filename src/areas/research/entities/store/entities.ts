import type { InCamelCase } from '#kernel/camel-case.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { insertRows, type ColumnTypes } from '#stores/postgres/unnest.ts';

/** A row of `canonical_keywords`. */
export interface CanonicalRow {
  readonly owner_id: string;
  readonly normalized_text: string;
  readonly original_keyword_text: string;
  readonly sources: readonly string[];
  readonly primary_intent: string | null;
  readonly secondary_intents: readonly string[];
  readonly brand_flag: boolean;
  readonly provider_category_paths: readonly string[];
  readonly latest_search_volume: number | null;
  readonly latest_competition: number | null;
  readonly latest_cpc: number | null;
  readonly latest_trend: 'up' | 'down' | 'stable' | null;
  readonly updated_at: Date;
}

/** What is known of a text. */
export type CanonicalKeyword = InCamelCase<CanonicalRow>;

const CANONICAL: ColumnTypes<CanonicalRow> = {
  owner_id: 'text',
  normalized_text: 'text',
  original_keyword_text: 'text',
  sources: 'text[]',
  primary_intent: 'text',
  secondary_intents: 'text[]',
  brand_flag: 'boolean',
  provider_category_paths: 'text[]',
  latest_search_volume: 'integer',
  latest_competition: 'double precision',
  latest_cpc: 'double precision',
  latest_trend: 'text',
  updated_at: 'timestamptz',
};

/**
 * Adds what is newest of keywords; the first original text stays, sources add up, and what is unknown now keeps what was
 * known before.
 * @param keywords each text once
 */
export async function upsertCanonicalKeywords(sql: Sql, keywords: readonly CanonicalRow[]): Promise<void> {
  await insertRows(sql, {
    table: 'canonical_keywords as known',
    columns: CANONICAL,
    rows: keywords,
    suffix: `on conflict (owner_id, normalized_text) do update set
      sources = (select array_agg(distinct source order by source) from unnest(known.sources || excluded.sources) as source),
      primary_intent = coalesce(excluded.primary_intent, known.primary_intent),
      secondary_intents = case when excluded.primary_intent is null then known.secondary_intents else excluded.secondary_intents end,
      brand_flag = excluded.brand_flag,
      provider_category_paths =
        case when cardinality(excluded.provider_category_paths) = 0 then known.provider_category_paths else excluded.provider_category_paths end,
      latest_search_volume = coalesce(excluded.latest_search_volume, known.latest_search_volume),
      latest_competition = coalesce(excluded.latest_competition, known.latest_competition),
      latest_cpc = coalesce(excluded.latest_cpc, known.latest_cpc),
      latest_trend = coalesce(excluded.latest_trend, known.latest_trend),
      updated_at = excluded.updated_at`,
  });
}

export interface ProjectKeyword {
  readonly project_id: string;
  readonly keyword_text: string;
  readonly run_id: string;
  readonly source: string;
  readonly parent_seed: string | null;
  readonly brand_flag: boolean;
  readonly added_at: Date;
}

const PROJECT: ColumnTypes<ProjectKeyword> = {
  project_id: 'text',
  keyword_text: 'text',
  run_id: 'text',
  source: 'text',
  parent_seed: 'text',
  brand_flag: 'boolean',
  added_at: 'timestamptz',
};

/** Names the newest run that found a keyword; since when and from where the project has it stays. */
export async function upsertProjectKeywords(sql: Sql, keywords: readonly ProjectKeyword[]): Promise<void> {
  await insertRows(sql, {
    table: 'project_keywords',
    columns: PROJECT,
    rows: keywords,
    suffix: 'on conflict (project_id, keyword_text) do update set run_id = excluded.run_id, brand_flag = excluded.brand_flag',
  });
}

export interface KeywordCategory {
  readonly project_id: string;
  readonly keyword_text: string;
  readonly category_id: string;
  readonly provider_category_id: number | null;
  /** 0 to 1. */
  readonly assignment_confidence: number;
  readonly assigned_by: 'ai' | 'system';
  readonly assigned_at: Date;
}

/**
 * Assigns keywords to categories. A keyword that a person has assigned keeps that assignment alone; one that was assigned by
 * the service before is assigned again.
 * @param assignments each keyword once
 */
export async function assignCategories(tx: Transaction, assignments: readonly KeywordCategory[]): Promise<void> {
  if (assignments.length === 0) return;
  const values = [
    assignments.map((one) => one.project_id),
    assignments.map((one) => one.keyword_text),
    assignments.map((one) => one.category_id),
    assignments.map((one) => one.provider_category_id),
    assignments.map((one) => one.assignment_confidence),
    assignments.map((one) => one.assigned_by),
    assignments.map((one) => one.assigned_at),
  ];
  await tx.query(
    `delete from keyword_categories known using unnest($1::text[], $2::text[], $3::text[]) as t (project_id, keyword_text, category_id)
     where known.project_id = t.project_id and known.keyword_text = t.keyword_text and known.category_id <> t.category_id
       and known.assigned_by <> 'user'`,
    values.slice(0, 3),
  );
  await tx.query(
    `insert into keyword_categories as known
       (project_id, keyword_text, category_id, provider_category_id, assignment_confidence, assigned_by, assigned_at)
     select t.* from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::double precision[], $6::text[], $7::timestamptz[])
       as t (project_id, keyword_text, category_id, provider_category_id, assignment_confidence, assigned_by, assigned_at)
     where not exists (
       select from keyword_categories own
       where own.project_id = t.project_id and own.keyword_text = t.keyword_text and own.assigned_by = 'user'
     )
     on conflict (project_id, keyword_text, category_id) do update set
       provider_category_id = excluded.provider_category_id, assignment_confidence = excluded.assignment_confidence,
       assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at
     where known.assigned_by <> 'user'`,
    values,
  );
}

/** The provider's number of each category of a project; null: of its own. */
export async function listProviderIds(
  sql: Sql,
  projectId: string,
  categoryIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await sql.query<{ id: string; providerId: number | null }>(
    `select id, provider_category_id as provider_id from categories where project_id = $1 and id = any($2) order by id`,
    [projectId, categoryIds],
  );
  return new Map(rows.map(({ id, providerId }) => [id, providerId]));
}

/** What is known of a text, the service's own record first, then by owner. */
export async function listCanonicalKeywords(sql: Sql, normalizedText: string): Promise<CanonicalKeyword[]> {
  const { rows } = await sql.query<CanonicalKeyword>(
    `select owner_id, normalized_text, original_keyword_text, sources, primary_intent, secondary_intents, brand_flag,
       provider_category_paths, latest_search_volume, latest_competition, latest_cpc, latest_trend, updated_at
     from canonical_keywords where normalized_text = $1 order by owner_id limit 100`,
    [normalizedText],
  );
  return rows;
}

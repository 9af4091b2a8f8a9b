import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { CheckedTerm } from '../judge-term.ts';
import type { StoreSearch } from '../search.ts';
import type { TermOutcome, TrackedTerm } from '../term.ts';

const COLUMNS = `k.project_id, k.platform, k.storefront, k.app_id, k.keyword, k.language_code, k.owner_id, k.is_active, k.created_at,
  k.status, k.position, k.previous_position, k.checked_depth, k.checked_at,
  k.cost_usd, k.next_check_at, k.error`;

/** The project and the app that terms belong to. */
export interface AppTerms extends Pick<TrackedTerm, 'projectId' | 'platform' | 'storefront' | 'appId'> {}

export interface NewTerms extends AppTerms, Pick<TrackedTerm, 'ownerId' | 'languageCode'> {
  /** Normalized, each once. */
  readonly keywords: readonly string[];
  readonly now: Date;
  /** Null: not checked by itself, for example because the project is paused. */
  readonly nextCheckAt: Date | null;
}

/** Begins to track, or takes up again what was untracked; returns those that this changed. */
export async function upsertTerms(sql: Sql, terms: NewTerms): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    `insert into tracked_app_keywords as k
       (project_id, platform, storefront, app_id, keyword, language_code, owner_id, created_at, next_check_at)
     select $1, $2, $3, $4, keyword, $5, $6, $7, $8 from unnest($9::text[]) as given (keyword) order by keyword
     on conflict (project_id, platform, storefront, app_id, keyword, language_code) do update
       set is_active = true, next_check_at = excluded.next_check_at, owner_id = excluded.owner_id
     where not k.is_active
     returning keyword`,
    [
      terms.projectId,
      terms.platform,
      terms.storefront,
      terms.appId,
      terms.languageCode,
      terms.ownerId,
      terms.now,
      terms.nextCheckAt,
      terms.keywords,
    ],
  );
  return rows.map(({ keyword }) => keyword);
}

export interface TermFilter {
  readonly projectId: string;
  readonly platform?: string | undefined;
  readonly storefront?: string | undefined;
  readonly appId?: string | undefined;
  readonly languageCode?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** Untracked ones too. */
  readonly isWhole?: boolean | undefined;
}

/** By app and term. */
export const termList = defineList<TrackedTerm, TermFilter>({
  columns: COLUMNS,
  from: `from tracked_app_keywords k
  where k.project_id = $1 and ($2::text is null or k.platform = $2) and ($3::text is null or k.storefront = $3)
    and ($4::text is null or k.app_id = $4) and ($5::text is null or k.language_code = $5)
    and ($6::text[] is null or k.keyword = any ($6)) and (k.is_active or $7)`,
  order: 'k.platform, k.storefront, k.app_id, k.keyword, k.language_code',
  values: toValues,
});

/** What was measured stays; returns those that were tracked until now. */
export async function endTerms(sql: Sql, filter: TermFilter): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    `with ended as (
       update tracked_app_keywords k set is_active = false, next_check_at = null
       where k.project_id = $1 and ($2::text is null or k.platform = $2) and ($3::text is null or k.storefront = $3)
         and ($4::text is null or k.app_id = $4) and ($5::text is null or k.language_code = $5)
         and ($6::text[] is null or k.keyword = any ($6)) and k.is_active
       returning keyword
     )
     select distinct keyword from ended order by keyword`,
    toValues(filter).slice(0, -1),
  );
  return rows.map(({ keyword }) => keyword);
}

function toValues({ projectId, platform, storefront, appId, languageCode, keywords, isWhole = false }: TermFilter): unknown[] {
  return [projectId, platform ?? null, storefront ?? null, appId ?? null, languageCode ?? null, keywords ?? null, isWhole];
}

export interface DueFilter {
  readonly dueAt: Date;
  readonly platform?: string | undefined;
  readonly limit: number;
}

/** A search that is due, and the projects that wait for it. */
export interface DueSearch extends StoreSearch {
  readonly projectIds: string[];
}

/** Longest due first, of active projects. */
export async function listDueSearches(sql: Sql, { dueAt, platform, limit }: DueFilter): Promise<DueSearch[]> {
  const { rows } = await sql.query<DueSearch>(
    `select k.owner_id, k.platform, k.storefront, k.language_code, k.keyword,
       array_agg(distinct k.project_id order by k.project_id) as project_ids
     from tracked_app_keywords k join projects p on p.id = k.project_id and p.status = 'active'
     where k.is_active and k.next_check_at <= $1 and ($2::text is null or k.platform = $2)
     group by k.owner_id, k.platform, k.storefront, k.language_code, k.keyword
     order by min(k.next_check_at), k.owner_id, k.platform, k.storefront, k.language_code, k.keyword
     limit $3`,
    [dueAt, platform ?? null, limit],
  );
  return rows;
}

/** A tracked term that a search answers. */
export interface WaitingTerm extends CheckedTerm, StoreSearch, Pick<TrackedTerm, 'projectId'> {}

const SEARCHES = `json_to_recordset($1::json) as s ("ownerId" text, platform text, storefront text, "languageCode" text, keyword text)`;

/** Every term that one of the searches answers, of all projects, locked in one order. */
export async function lockWaitingTerms(sql: Sql, searches: readonly StoreSearch[]): Promise<WaitingTerm[]> {
  const { rows } = await sql.query<WaitingTerm>(
    `select k.project_id, k.platform, k.storefront, k.app_id, k.keyword, k.language_code, k.owner_id, k.position, k.previous_position,
       k.checked_depth, k.checked_at, k.cost_usd, k.next_check_at, p.time_zone
     from ${SEARCHES}
     join tracked_app_keywords k on k.owner_id = s."ownerId" and k.platform = s.platform and k.storefront = s.storefront
       and k.language_code = s."languageCode" and k.keyword = s.keyword and k.is_active
     join projects p on p.id = k.project_id
     order by k.project_id, k.platform, k.storefront, k.app_id, k.keyword, k.language_code
     for update of k`,
    [JSON.stringify(searches)],
  );
  return rows;
}

export async function updateTerms(sql: Sql, terms: readonly (WaitingTerm & TermOutcome)[]): Promise<void> {
  await sql.query(
    `update tracked_app_keywords k
     set status = t.status, position = t.position, previous_position = t."previousPosition", checked_depth = t."checkedDepth",
       checked_at = t."checkedAt", cost_usd = t."costUsd", next_check_at = t."nextCheckAt", error = t.error
     from json_to_recordset($1::json) as t ("projectId" text, platform text, storefront text, "appId" text, keyword text,
       "languageCode" text, status text, position integer, "previousPosition" integer, "checkedDepth" integer,
       "checkedAt" timestamptz, "costUsd" double precision, "nextCheckAt" timestamptz, error text)
     where k.project_id = t."projectId" and k.platform = t.platform and k.storefront = t.storefront and k.app_id = t."appId"
       and k.keyword = t.keyword and k.language_code = t."languageCode"`,
    [JSON.stringify(terms)],
  );
}

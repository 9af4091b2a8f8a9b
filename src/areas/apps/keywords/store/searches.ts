import type { Sql } from '#stores/postgres/types.ts';
import type { ReadTerm } from '../find-competitors.ts';
import type { SearchEnd, StoreSearch } from '../search.ts';

const SEARCHES = `json_to_recordset($1::json) as s ("ownerId" text, platform text, storefront text, "languageCode" text, keyword text)`;

export interface Claim {
  readonly workflowId: string;
  /** Real time. */
  readonly now: Date;
  /** What was claimed before that, and is not answered, has been given up. */
  readonly lostBefore: Date;
}

/** Takes those searches that no other workflow reads now; the other one answers all who wait. */
export async function claimSearches(sql: Sql, searches: readonly StoreSearch[], claim: Claim): Promise<StoreSearch[]> {
  const { rows } = await sql.query<StoreSearch>(
    `insert into app_searches as known (owner_id, platform, storefront, language_code, keyword, claimed_by, claimed_at)
     select distinct s."ownerId", s.platform, s.storefront, s."languageCode", s.keyword, $2::text, $3::timestamptz from ${SEARCHES}
     order by 1, 2, 3, 4, 5
     on conflict (owner_id, platform, storefront, language_code, keyword) do update
       set claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at
     where known.claimed_by is null or known.claimed_by = excluded.claimed_by or known.claimed_at < $4
     returning owner_id, platform, storefront, language_code, keyword`,
    [JSON.stringify(searches), claim.workflowId, claim.now, claim.lostBefore],
  );
  return rows;
}

/** Of these, those that are still this workflow's to store. */
export async function lockClaimed(sql: Sql, searches: readonly StoreSearch[], workflowId: string): Promise<StoreSearch[]> {
  const { rows } = await sql.query<StoreSearch>(
    `select known.owner_id, known.platform, known.storefront, known.language_code, known.keyword
     from ${SEARCHES}
     join app_searches known on known.owner_id = s."ownerId" and known.platform = s.platform and known.storefront = s.storefront
       and known.language_code = s."languageCode" and known.keyword = s.keyword
     where known.claimed_by = $2
     order by 1, 2, 3, 4, 5
     for update of known`,
    [JSON.stringify(searches), workflowId],
  );
  return rows;
}

export interface EndedSearch extends StoreSearch {
  readonly end: SearchEnd;
}

/** Ends the claims. A search that failed leaves what was read before. */
export async function updateSearches(sql: Sql, ended: readonly EndedSearch[], now: Date): Promise<void> {
  const rows = ended.map(({ end, ...search }) => ({
    ...search,
    places: end.state === 'read' ? end.places : null,
    depth: end.state === 'read' ? end.checkedDepth : null,
    error: end.state === 'failed' ? end.error : null,
  }));
  await sql.query(
    `update app_searches known
     set claimed_by = null, claimed_at = null, error = s.error, places = coalesce(s.places, known.places),
       checked_depth = coalesce(s.depth, known.checked_depth),
       searched_at = case when s.places is null then known.searched_at else $2::timestamptz end
     from json_to_recordset($1::json) as s ("ownerId" text, platform text, storefront text, "languageCode" text, keyword text,
       places jsonb, depth integer, error text)
     where known.owner_id = s."ownerId" and known.platform = s.platform and known.storefront = s.storefront
       and known.language_code = s."languageCode" and known.keyword = s.keyword`,
    [JSON.stringify(rows), now],
  );
}

/** The newest answers to searches; those that were never read are left out. */
export async function listReadSearches(sql: Sql, searches: readonly StoreSearch[]): Promise<ReadTerm[]> {
  const { rows } = await sql.query<{ keyword: string; languageCode: string; places: ReadTerm['places'] }>(
    `select known.keyword, known.language_code, known.places
     from ${SEARCHES}
     join app_searches known on known.owner_id = s."ownerId" and known.platform = s.platform and known.storefront = s.storefront
       and known.language_code = s."languageCode" and known.keyword = s.keyword
     where known.places is not null
     order by known.keyword, known.language_code`,
    [JSON.stringify(searches)],
  );
  return rows;
}

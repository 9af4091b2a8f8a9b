import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { ReadTerm } from '../find-competitors.ts';
import type { SearchEnd, StoreSearch } from '../search.ts';

const SEARCHES = `json_to_recordset($1::json) as s ("ownerId" text, platform text, storefront text, "languageCode" text, keyword text)`;

export interface EndedSearch extends StoreSearch {
  readonly end: SearchEnd;
}

const ENDED_COLUMNS = {
  owner_id: 'text',
  platform: 'text',
  storefront: 'text',
  language_code: 'text',
  keyword: 'text',
  places: 'jsonb',
  checked_depth: 'integer',
  searched_at: 'timestamptz',
  error: 'text',
} as const;

/** A search that failed leaves what was read before. */
export async function upsertSearches(sql: Sql, ended: readonly EndedSearch[], now: Date): Promise<void> {
  const rows = ended.map(({ ownerId, platform, storefront, languageCode, keyword, end }) => ({
    owner_id: ownerId,
    platform,
    storefront,
    language_code: languageCode,
    keyword,
    places: end.state === 'read' ? end.positions : null,
    checked_depth: end.state === 'read' ? end.checkedDepth : null,
    searched_at: end.state === 'read' ? now : null,
    error: end.state === 'failed' ? end.error : null,
  }));
  await insertRows(sql, {
    table: 'app_searches as known',
    columns: ENDED_COLUMNS,
    rows,
    suffix: `on conflict (owner_id, platform, storefront, language_code, keyword) do update set error = excluded.error,
      places = coalesce(excluded.places, known.places), checked_depth = coalesce(excluded.checked_depth, known.checked_depth),
      searched_at = coalesce(excluded.searched_at, known.searched_at)`,
  });
}

/** The newest answers to searches; those that were never read are left out. */
export async function listReadSearches(sql: Sql, searches: readonly StoreSearch[]): Promise<ReadTerm[]> {
  const { rows } = await sql.query<{ keyword: string; languageCode: string; positions: ReadTerm['positions'] }>(
    `select known.keyword, known.language_code, known.places as positions
     from ${SEARCHES}
     join app_searches known on known.owner_id = s."ownerId" and known.platform = s.platform and known.storefront = s.storefront
       and known.language_code = s."languageCode" and known.keyword = s.keyword
     where known.places is not null
     order by known.keyword, known.language_code`,
    [JSON.stringify(searches)],
  );
  return rows;
}

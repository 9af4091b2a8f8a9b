import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { ResolvedKeyword } from '../values/resolve-keyword.ts';

const COLUMNS = {
  import_id: 'text',
  keyword_id: 'text',
  engine: 'text',
  keyword: 'text',
  device: 'text',
  location_code: 'integer',
  language_code: 'text',
  tags: 'text[]',
  starred: 'boolean',
  volume: 'bigint',
  volume_min: 'bigint',
  volume_max: 'bigint',
  monthly_searches: 'jsonb',
  volume_day: 'date',
} as const;

/** Keeps what a file says of keywords beside their days. Twice changes nothing. */
export async function insertKeywords(sql: Sql, importId: string, keywords: readonly ResolvedKeyword[]): Promise<void> {
  const rows = keywords.map((keyword) => ({
    import_id: importId,
    keyword_id: keyword.keywordId,
    engine: keyword.engine,
    keyword: keyword.keyword,
    device: keyword.device,
    location_code: keyword.locationCode,
    language_code: keyword.languageCode,
    tags: [...keyword.tags],
    starred: keyword.starred,
    volume: keyword.volume,
    volume_min: keyword.volumeMin,
    volume_max: keyword.volumeMax,
    monthly_searches: keyword.monthlySearches && JSON.stringify(keyword.monthlySearches),
    volume_day: keyword.volumeDay,
  }));
  await insertRows(sql, { table: 'import_keywords', columns: COLUMNS, rows, suffix: 'on conflict do nothing' });
}

/** Keywords of an import of which its file says more than their days, by their text. */
export const keywordList = defineList<ResolvedKeyword, { readonly importId: string }>({
  columns:
    'keyword_id, engine, keyword, device, location_code, language_code, tags, starred, volume, volume_min, volume_max, monthly_searches, volume_day',
  from: 'from import_keywords where import_id = $1',
  order: 'keyword, keyword_id, engine',
  values: ({ importId }) => [importId],
});

export async function deleteKeywords(sql: Sql, importId: string): Promise<void> {
  await sql.query('delete from import_keywords where import_id = $1', [importId]);
}

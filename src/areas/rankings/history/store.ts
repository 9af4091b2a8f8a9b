import type { Sql } from '#stores/postgres/types.ts';
import type { Device } from '../vocabulary.ts';

/** A keyword by its id. */
export interface KeywordRecord {
  readonly id: string;
  readonly text: string;
  readonly normalizedText: string;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly device: Device;
}

export async function findKeyword(sql: Sql, keywordId: string): Promise<KeywordRecord | undefined> {
  const { rows } = await sql.query<KeywordRecord>(
    `select id, keyword_text as text, normalized_text, location_code, language_code, device
     from keywords where id = $1`,
    [keywordId],
    'rankings-find-keyword',
  );
  return rows[0];
}

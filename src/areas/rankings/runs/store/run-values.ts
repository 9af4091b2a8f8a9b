import { toKind } from '../../vocabulary.ts';
import type { SerpCheck } from '../../check.ts';

/** Adds the query of a check unless it is there; `toQueryValues` gives $1 to $9. */
export const INSERT_QUERY = `
  insert into queries (id, keyword_id, keyword, location_code, language_code, device, engine, kind, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (id) do nothing`;

/** The nine values of `INSERT_QUERY`. */
export function toQueryValues(check: SerpCheck, { queryId, createdAt }: { readonly queryId: string; readonly createdAt: Date }): unknown[] {
  return [
    queryId,
    check.keywordId,
    check.keyword,
    check.locationCode,
    check.languageCode,
    check.device,
    check.engine,
    toKind(check.channel),
    createdAt,
  ];
}

/** `as "costUsd"`: a name that PostgreSQL would otherwise fold to small letters. */
const QUOTED_ALIAS = /\bas "(?<name>[a-z]\w*[A-Z]\w*)"/gu;

/**
 * Columns that a statement names in camel case. They are written as in the database, `cost_usd`, and arrive as `costUsd`
 * (src/stores/postgres/query.ts).
 */
export function findQuotedColumns(text: string): string[] {
  return [...text.matchAll(QUOTED_ALIAS)].map((found) => found.groups?.['name'] ?? '');
}

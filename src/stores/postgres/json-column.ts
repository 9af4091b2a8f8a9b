import type { ColumnType } from 'kysely';

/**
 * A `jsonb` column: read as unknown, to be parsed by a schema; written as JSON text, because the
 * driver would turn a JavaScript array into a PostgreSQL array.
 */
export type JsonColumn = ColumnType<unknown, string, string>;

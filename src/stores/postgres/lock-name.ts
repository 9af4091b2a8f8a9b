import type { Sql } from './types.ts';

/** Holds a name until the transaction ends: those who do the same at once do it one after the other. */
export async function lockName(sql: Sql, ...name: readonly string[]): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify(name)]);
}

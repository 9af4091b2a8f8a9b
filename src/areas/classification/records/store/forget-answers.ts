import type { Sql } from '#stores/postgres/types.ts';
import type { Kind } from '../classification.ts';

/**
 * Has what cost nothing judged again when it is next asked about: what was learned may change it. Answers of a
 * language model and of people stay.
 */
export async function forgetFreeAnswers(sql: Sql, kind: Kind, now: Date): Promise<void> {
  await sql.query(
    `update classifications set cached_until = $2 where kind = $1 and source in ('rules', 'rules_vectorize') and cached_until > $2`,
    [kind, now],
  );
}

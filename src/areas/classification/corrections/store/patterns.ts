import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Kind } from '../../similarity/example.ts';
import type { CorrectionPattern, SuggestedRule } from '../correction.ts';

const COLUMNS = `id, entity_type, dimension, from_value, to_value, count, suggested_rule, accepted_at, accepted_by, created_at,
  last_seen_at`;

export interface PatternKey {
  readonly entityType: Kind;
  readonly dimension: string;
  readonly fromValue: string;
  readonly toValue: string;
}

/** Counts one more correction of a pattern. */
export async function upsertPattern(sql: Sql, { entityType, dimension, fromValue, toValue }: PatternKey, now: Date): Promise<void> {
  await sql.query(
    `insert into correction_patterns (entity_type, dimension, from_value, to_value, created_at, last_seen_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (entity_type, dimension, from_value, to_value) do update set count = correction_patterns.count + 1, last_seen_at = excluded.last_seen_at`,
    [entityType, dimension, fromValue, toValue, now],
  );
}

export interface PatternFilter {
  readonly entityType: Kind | undefined;
  readonly countMin: number;
}

/** The most frequent first. */
export const patternList = defineList<CorrectionPattern, PatternFilter>({
  columns: COLUMNS,
  from: 'from correction_patterns where ($1::text is null or entity_type = $1) and count >= $2',
  order: 'count desc, id',
  values: ({ entityType, countMin }) => [entityType, countMin],
});

/** One pattern, locked. */
export async function lockPattern(sql: Sql, id: number): Promise<CorrectionPattern | undefined> {
  const { rows } = await sql.query<CorrectionPattern>(`select ${COLUMNS} from correction_patterns where id = $1 for update`, [id]);
  return rows[0];
}

export async function findPattern(sql: Sql, { entityType, dimension, fromValue, toValue }: PatternKey): Promise<number | undefined> {
  const { rows } = await sql.query<{ id: number }>(
    'select id from correction_patterns where entity_type = $1 and dimension = $2 and from_value = $3 and to_value = $4',
    [entityType, dimension, fromValue, toValue],
  );
  return rows[0]?.id;
}

export async function updateSuggestion(sql: Sql, id: number, rule: SuggestedRule | undefined): Promise<void> {
  await sql.query('update correction_patterns set suggested_rule = $2 where id = $1', [
    id,
    rule === undefined ? null : JSON.stringify(rule),
  ]);
}

export async function updateAccepted(sql: Sql, id: number, { by, at }: { readonly by: string; readonly at: Date }): Promise<void> {
  await sql.query('update correction_patterns set accepted_by = $2, accepted_at = $3 where id = $1', [id, by, at]);
}

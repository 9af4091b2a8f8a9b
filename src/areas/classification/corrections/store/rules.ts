import type { Sql } from '#stores/postgres/types.ts';
import type { Kind } from '../../similarity/example.ts';

/** A suggestion that a person accepted. */
export interface AcceptedRule {
  readonly entityType: Kind;
  readonly dimension: string;
  readonly label: string;
  /** The name of one of `FEATURES`. */
  readonly feature: string;
  readonly value: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly support: number;
  readonly counterExamples: number;
}

/** Accepts a rule. When several rules use the same feature, the one that was accepted last holds. */
export async function upsertRule(
  sql: Sql,
  rule: AcceptedRule,
  { patternId, by, at }: { readonly patternId: number; readonly by: string; readonly at: Date },
): Promise<void> {
  await sql.query(
    `insert into classification_rules (pattern_id, entity_type, dimension, label, feature, value, confidence, support, counter_examples,
       accepted_by, accepted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (entity_type, dimension, feature, value) do update set pattern_id = excluded.pattern_id, label = excluded.label,
       confidence = excluded.confidence, support = excluded.support, counter_examples = excluded.counter_examples,
       accepted_by = excluded.accepted_by, accepted_at = excluded.accepted_at`,
    [
      patternId,
      rule.entityType,
      rule.dimension,
      rule.label,
      rule.feature,
      rule.value,
      rule.confidence,
      rule.support,
      rule.counterExamples,
      by,
      at,
    ],
  );
}

/** More than people accept by hand. */
const RULES_MAX = 10_000;

export async function listRules(sql: Sql): Promise<AcceptedRule[]> {
  const { rows } = await sql.query<AcceptedRule>(
    `select entity_type, dimension, label, feature, value, confidence, support, counter_examples
     from classification_rules order by id limit ${RULES_MAX}`,
  );
  return rows;
}

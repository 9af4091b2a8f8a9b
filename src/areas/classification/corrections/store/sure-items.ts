import type { Sql } from '#stores/postgres/types.ts';
import type { Kind } from '../../similarity/example.ts';
import type { LabelledItem } from '../patterns/suggest-rule.ts';

/** Items that are looked at, the surest first. */
const ITEMS_MAX = 2_000;

export interface SureOrder {
  readonly dimension: string;
  /** From 0 to 100. */
  readonly confidenceMin: number;
}

/** Items that are classified with that confidence, with their labels of one dimension. */
export async function listSureItems(sql: Sql, kind: Kind, { dimension, confidenceMin }: SureOrder): Promise<LabelledItem[]> {
  const { rows } = await sql.query<{ item: string; label: string }>(
    `select subject as item, verdict ->> 'label' as label
     from (
       select subject, verdicts, confidence, subject_hash from classifications where kind = $1 and confidence >= $2
       order by confidence desc, subject_hash limit ${ITEMS_MAX}
     ) sure, jsonb_array_elements(verdicts) verdict
     where verdict ->> 'dimension' = $3 order by confidence desc, subject_hash`,
    [kind, confidenceMin, dimension],
  );
  return rows;
}

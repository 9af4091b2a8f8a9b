import type { Sql } from '#stores/postgres/types.ts';
import type { Kind } from '../../similarity/example.ts';
import type { LabelledItem } from '../suggest-rule.ts';

/** So many of those that were classified last are looked at. */
const ITEMS_MAX = 2_000;

export interface SureOrder {
  readonly dimension: string;
  /** From 0 to 100. */
  readonly confidenceMin: number;
}

/** Items that are classified with that confidence, with their labels of one dimension; the newest first. */
export async function listSureItems(sql: Sql, kind: Kind, { dimension, confidenceMin }: SureOrder): Promise<LabelledItem[]> {
  const statement = STATEMENTS[kind];
  if (statement === undefined) return [];
  const { rows } = await sql.query<LabelledItem & Record<string, unknown>>(statement, [dimension, confidenceMin]);
  return rows;
}

const STATEMENTS: Readonly<Partial<Record<Kind, string>>> = {
  domain: `select domain as item, to_jsonb(d) ->> $1 as label from domains d
    where classification_confidence >= $2 and to_jsonb(d) ->> $1 is not null
    order by last_classified_at desc nulls last, id desc limit ${ITEMS_MAX}`,
  url: `select url as item, to_jsonb(u) ->> $1 as label from urls u
    where confidence >= $2 and to_jsonb(u) ->> $1 is not null
    order by last_classified_at desc nulls last, id desc limit ${ITEMS_MAX}`,
};

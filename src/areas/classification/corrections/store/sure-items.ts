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
export async function listSureItems(sql: Sql, kind: Kind, order: SureOrder): Promise<LabelledItem[]> {
  if (kind === 'domain') return await listSureDomains(sql, order);
  return kind === 'url' ? await listSureUrls(sql, order) : [];
}

async function listSureDomains(sql: Sql, { dimension, confidenceMin }: SureOrder): Promise<LabelledItem[]> {
  const { rows } = await sql.query<LabelledItem & Record<string, unknown>>(
    `select domain as item, to_jsonb(d) ->> $1 as label from domains d
     where classification_confidence >= $2 and to_jsonb(d) ->> $1 is not null
     order by last_classified_at desc nulls last, id desc limit ${ITEMS_MAX}`,
    [dimension, confidenceMin],
  );
  return rows;
}

async function listSureUrls(sql: Sql, { dimension, confidenceMin }: SureOrder): Promise<LabelledItem[]> {
  const { rows } = await sql.query<LabelledItem & Record<string, unknown>>(
    `select url as item, to_jsonb(u) ->> $1 as label from urls u
     where coalesce(confidence, -1) >= $2 and to_jsonb(u) ->> $1 is not null
     order by last_classified_at desc nulls last, id desc limit ${ITEMS_MAX}`,
    [dimension, confidenceMin],
  );
  return rows;
}

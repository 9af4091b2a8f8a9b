import type { Sql } from '#stores/postgres/types.ts';
import type { Kind } from '../classification.ts';

/** Questions that one workflow asks of a language model. */
export interface Asks {
  readonly workflowId: string;
  readonly kind: Kind;
  /** As PostgreSQL writes bytes, sorted. */
  readonly hashes: readonly string[];
}

/** Marks questions before they are asked. @returns those that were not marked: of the others an answer may have been lost */
export async function insertAsks(sql: Sql, { workflowId, kind, hashes }: Asks): Promise<Set<string>> {
  const { rows } = await sql.query<{ hash: string }>(
    `insert into llm_asks (workflow_id, kind, subject_hash) select $1, $2, unnest($3::text[]::bytea[])
     on conflict do nothing returning subject_hash::text as hash`,
    [workflowId, kind, hashes],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Of questions whose answer is stored, or whose failure is known. */
export async function deleteAsks(sql: Sql, { workflowId, kind, hashes }: Asks): Promise<void> {
  await sql.query('delete from llm_asks where workflow_id = $1 and kind = $2 and subject_hash = any ($3::text[]::bytea[])', [
    workflowId,
    kind,
    hashes,
  ]);
}

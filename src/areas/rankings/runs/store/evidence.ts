import { createHash } from 'node:crypto';
import { dropPartitionsBefore, ensureMonthlyPartition } from '#stores/postgres/index.ts';
import { joinBytes } from '#stores/postgres/joined-bytes.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';

interface EvidenceRow {
  readonly runId: string;
  readonly createdAt: Date;
  readonly answer: Buffer;
}

/** Makes sure that evidence of the instant's month has its partition; call it before it is written. */
export function ensureEvidencePartition(postgres: Postgres, instant: Date): Promise<void> {
  return ensureMonthlyPartition(postgres, 'serp_evidence', instant);
}

/** Drops the months of evidence that lie wholly before; returns the names of the dropped tables. */
export function dropEvidenceBefore(postgres: Postgres, before: Date): Promise<string[]> {
  return dropPartitionsBefore(postgres, 'serp_evidence', before);
}

/** Deletes answers that came before, in whatever order: all of them go. @returns how many there were */
export async function deleteEvidenceBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from serp_evidence where (run_id, digest, created_at) in
       (select run_id, digest, created_at from serp_evidence where created_at < $1 limit $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}

const EVIDENCE_COLUMNS = {
  run_id: 'text',
  digest: 'text',
  answer_begin: 'integer',
  answer_bytes: 'integer',
  created_at: 'timestamptz',
} as const;

/** Adds answers of runs unless they are there, whenever they came first. */
export async function insertEvidence(sql: Sql, answers: readonly EvidenceRow[]): Promise<void> {
  const { joined, pieces } = joinBytes(answers.map(({ answer }) => answer));
  const rows = answers.map(({ runId, createdAt, answer }, at) => ({
    run_id: runId,
    digest: createHash('sha256').update(answer).digest('hex'),
    answer_begin: pieces[at]?.begin,
    answer_bytes: pieces[at]?.bytes,
    created_at: createdAt,
  }));
  await sql.query(
    `insert into serp_evidence (run_id, digest, answer, created_at)
     select t.run_id, decode(t.digest, 'hex'), substring($1::bytea from t.answer_begin for t.answer_bytes), t.created_at
     from ${unnest(EVIDENCE_COLUMNS, { first: 2 })}
     where not exists (select from serp_evidence known where known.run_id = t.run_id and known.digest = decode(t.digest, 'hex'))
     order by t.run_id, t.digest
     on conflict (run_id, digest, created_at) do nothing`,
    [joined, ...toArrays(EVIDENCE_COLUMNS, rows)],
    'rankings-insert-evidence',
  );
}

/** The answers of a run, oldest first. */
export async function listEvidence(sql: Sql, runId: string, limit: number): Promise<{ createdAt: Date; answer: Buffer }[]> {
  const { rows } = await sql.query<{ createdAt: Date; answer: Buffer }>(
    'select created_at, answer from serp_evidence where run_id = $1 order by created_at, digest limit $2',
    [runId, limit],
  );
  return rows;
}

/** Moves waiting answers to the evidence of their runs. */
export async function moveAnswersToEvidence(
  sql: Sql,
  answers: readonly { readonly answerId: number; readonly runId: string; readonly createdAt: Date }[],
): Promise<void> {
  if (answers.length === 0) return;
  await sql.query(
    `with moved as (delete from serp_answers where id = any ($1) returning id, body)
     insert into serp_evidence (run_id, digest, answer, created_at)
     select t.run_id, sha256(moved.body), moved.body, t.created_at
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as t (id, run_id, created_at) join moved on moved.id = t.id
     on conflict (run_id, digest, created_at) do nothing`,
    [answers.map(({ answerId }) => answerId), answers.map(({ runId }) => runId), answers.map(({ createdAt }) => createdAt)],
    'rankings-move-answers',
  );
}

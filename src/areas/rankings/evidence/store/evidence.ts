import { toDigest } from '#purchases/index.ts';
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
export async function dropEvidenceBefore(postgres: Postgres, before: Date): Promise<string[]> {
  const dropped = await dropPartitionsBefore(postgres, 'serp_evidence', before);
  await postgres.query(`delete from serp_answers where status = 'evidence' and evidence_at < date_trunc('month', $1::timestamptz, 'UTC')`, [
    before,
  ]);
  return dropped;
}

/** Deletes answers that came before, in whatever order: all of them go. @returns how many there were */
export async function deleteEvidenceBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const placed = await sql.query(
    `delete from serp_evidence where (run_id, digest, created_at) in
       (select run_id, digest, created_at from serp_evidence where created_at < $1 limit $2)`,
    [before, limit],
  );
  const received = await sql.query(
    `delete from serp_answers where id in (select id from serp_answers where status = 'evidence' and evidence_at < $1 limit $2)`,
    [before, limit],
  );
  return (placed.rowCount ?? 0) + (received.rowCount ?? 0);
}

const EVIDENCE_COLUMNS = {
  run_id: 'text',
  digest: 'text',
  answer_begin: 'integer',
  answer_bytes: 'integer',
  created_at: 'timestamptz',
} as const;

/** Adds answers that were read live, unless they are there, whenever they came first. */
export async function insertEvidence(sql: Sql, answers: readonly EvidenceRow[]): Promise<void> {
  const { joined, pieces } = joinBytes(answers.map(({ answer }) => answer));
  const rows = answers.map(({ runId, createdAt, answer }, at) => ({
    run_id: runId,
    digest: toDigest(answer),
    answer_begin: pieces[at]?.begin,
    answer_bytes: pieces[at]?.bytes,
    created_at: createdAt,
  }));
  await sql.query(
    `insert into serp_answers (kind, status, body, received_at, evidence_of, evidence_at)
     select 'live', 'evidence', substring($1::bytea from t.answer_begin for t.answer_bytes), now(), t.run_id, t.created_at
     from ${unnest(EVIDENCE_COLUMNS, { first: 2 })}
     where not exists (select from serp_evidence known where known.run_id = t.run_id and known.digest = decode(t.digest, 'hex'))
       and not exists (select from serp_answers known where known.evidence_of = t.run_id and sha256(known.body) = decode(t.digest, 'hex'))`,
    [joined, ...toArrays(EVIDENCE_COLUMNS, rows)],
    'rankings-insert-evidence',
  );
}

/** An answer of a run: as received, or where it lies. */
export interface KeptAnswer {
  readonly createdAt: Date;
  readonly answer: Buffer | null;
  readonly segment: string | null;
  readonly firstByte: number | null;
  readonly bytes: number | null;
}

/** Evidence that is not packed yet, in the shape of `serp_evidence`. */
export const UNPACKED_EVIDENCE = `select evidence_of as run_id, sha256(body) as digest, body as answer, evidence_at as created_at,
  null::text as segment, null::integer as first_byte, null::integer as bytes from serp_answers`;

/** The answers of a run, oldest first, each once. */
export async function listEvidence(sql: Sql, runId: string, limit: number): Promise<KeptAnswer[]> {
  const { rows } = await sql.query<KeptAnswer>(
    `select distinct on (created_at, digest) created_at, answer, segment, first_byte, bytes
     from (
       select run_id, digest, answer, created_at, segment, first_byte, bytes from serp_evidence where run_id = $1
       union all
       ${UNPACKED_EVIDENCE} where evidence_of = $1
     ) kept
     order by created_at, digest limit $2`,
    [runId, limit],
  );
  return rows;
}

/** Makes waiting answers the evidence of their runs: those that PostgreSQL holds stay where they are until they are packed. */
export async function moveAnswersToEvidence(
  sql: Sql,
  answers: readonly { readonly answerId: number; readonly runId: string; readonly createdAt: Date }[],
): Promise<void> {
  if (answers.length === 0) return;
  await sql.query(
    `with t as materialized (select * from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as t (id, run_id, created_at)),
     placed as (
       delete from serp_answers known using t where known.id = t.id and known.segment is not null
       returning t.run_id, known.digest, known.segment, known.first_byte, known.bytes, t.created_at
     ),
     kept as (
       insert into serp_evidence (run_id, digest, segment, first_byte, bytes, created_at) select * from placed
       on conflict (run_id, digest, created_at) do nothing
     )
     update serp_answers known set status = 'evidence', evidence_of = t.run_id, evidence_at = t.created_at
     from t where known.id = t.id and known.status <> 'evidence' and known.body is not null`,
    [answers.map(({ answerId }) => answerId), answers.map(({ runId }) => runId), answers.map(({ createdAt }) => createdAt)],
    'rankings-move-answers',
  );
}

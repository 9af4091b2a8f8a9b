import { toDigest, type PlacedAnswer as Placed } from '#purchases/index.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';

/** An answer that lies in PostgreSQL still. */
export interface UnpackedAnswer {
  readonly runId: string;
  readonly createdAt: Date;
  /** As received: packed with gzip or zstd, or not. */
  readonly answer: Buffer;
  /** Of `serp_answers`; null: it is a row of `serp_evidence`, of an earlier release or an archive. */
  readonly answerId: number | null;
  /** SHA-256 of the answer; null where `answerId` is none. */
  readonly digest: Buffer | null;
}

type PlacedAnswer = Placed<UnpackedAnswer>;

interface Limits {
  readonly limit: number;
  /** Of all together; one larger answer is taken alone. */
  readonly bytesMax: number;
}

/** Answers that wait to be packed, the oldest first: those that were received, then those of earlier releases. */
export async function listUnpackedAnswers(sql: Sql, limits: Limits): Promise<UnpackedAnswer[]> {
  const { rows } = await sql.query<UnpackedAnswer>(
    `select answer_id, run_id, created_at, null::bytea as digest, body as answer
     from (
       select oldest.*, sum(octet_length(body)) over (order by answer_id) as bytes_so_far
       from (
         select id as answer_id, evidence_of as run_id, evidence_at as created_at, body from serp_answers
         where status = 'evidence' order by id limit $1
       ) oldest
     ) measured
     where bytes_so_far <= $2 or bytes_so_far = octet_length(body)
     order by answer_id`,
    [limits.limit, limits.bytesMax],
  );
  return rows.length > 0 ? rows : await listEarlierAnswers(sql, limits);
}

async function listEarlierAnswers(sql: Sql, { limit, bytesMax }: Limits): Promise<UnpackedAnswer[]> {
  const { rows } = await sql.query<UnpackedAnswer>(
    `select null::bigint as answer_id, run_id, created_at, digest, answer
     from (
       select oldest.*, sum(octet_length(answer)) over (order by created_at, run_id, digest) as bytes_so_far
       from (
         select run_id, created_at, digest, answer from serp_evidence
         where answer is not null order by created_at, run_id, digest limit $1
       ) oldest
     ) measured
     where bytes_so_far <= $2 or bytes_so_far = octet_length(answer)
     order by created_at, run_id, digest`,
    [limit, bytesMax],
  );
  return rows;
}

const RECEIVED_COLUMNS = { id: 'bigint', digest: 'text', segment: 'text', first_byte: 'integer', bytes: 'integer' } as const;

/** Puts the places of received answers where the answers were; what was removed meanwhile stays removed. */
export async function replaceReceived(sql: Sql, answers: readonly PlacedAnswer[]): Promise<void> {
  const rows = answers.flatMap(({ answerId, answer, place: { segment, firstByte, bytes } }) =>
    answerId === null ? [] : [{ id: answerId, digest: toDigest(answer), segment, first_byte: firstByte, bytes }],
  );
  if (rows.length === 0) return;
  await sql.query(
    `with t as materialized (select * from ${unnest(RECEIVED_COLUMNS, { alias: 'place' })}),
     taken as (
       delete from serp_answers a using t where a.id = t.id and a.status = 'evidence' returning a.id, a.evidence_of, a.evidence_at
     )
     insert into serp_evidence (run_id, digest, segment, first_byte, bytes, created_at)
     select taken.evidence_of, decode(t.digest, 'hex'), t.segment, t.first_byte, t.bytes, taken.evidence_at
     from taken join t on t.id = taken.id
     order by t.segment, t.first_byte
     on conflict (run_id, digest, created_at) do nothing`,
    toArrays(RECEIVED_COLUMNS, rows),
  );
}

const EARLIER_COLUMNS = {
  run_id: 'text',
  digest: 'text',
  created_at: 'timestamptz',
  segment: 'text',
  first_byte: 'integer',
  bytes: 'integer',
} as const;

/** The same for answers of earlier releases. */
export async function replaceEarlier(sql: Sql, answers: readonly PlacedAnswer[]): Promise<void> {
  const rows = answers.flatMap(({ digest, runId, createdAt, place: { segment, firstByte, bytes } }) =>
    digest === null
      ? []
      : [{ run_id: runId, digest: digest.toString('hex'), created_at: createdAt, segment, first_byte: firstByte, bytes }],
  );
  if (rows.length === 0) return;
  await sql.query(
    `update serp_evidence known set answer = null, segment = t.segment, first_byte = t.first_byte, bytes = t.bytes
     from ${unnest(EARLIER_COLUMNS)}
     where known.run_id = t.run_id and known.digest = decode(t.digest, 'hex') and known.created_at = t.created_at
       and known.answer is not null`,
    toArrays(EARLIER_COLUMNS, rows),
  );
}

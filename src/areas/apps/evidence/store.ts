import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** An answer of a store that lacked something. */
export interface EvidenceRecord {
  readonly id: string;
  readonly url: string;
  readonly httpStatus: number;
  /** Names of fields or parts. */
  readonly missing: readonly string[];
  readonly recordedAt: Date;
}

export interface EvidenceBounds {
  /** Nothing is added while there are so many with the same gaps. */
  readonly alikeMax: number;
  /** Since when they count. */
  readonly alikeSince: Date;
  /** What is older goes. */
  readonly keptSince: Date;
}

/** @param body packed */
export async function insertStoreEvidence(
  sql: Sql,
  { id, url, httpStatus, missing, recordedAt }: EvidenceRecord,
  body: Buffer,
  { alikeMax, alikeSince, keptSince }: EvidenceBounds,
): Promise<void> {
  await sql.query('delete from app_store_evidence where recorded_at < $1', [keptSince]);
  await sql.query(
    `insert into app_store_evidence (id, url, http_status, missing, body, recorded_at)
     select $1, $2, $3::integer, $4::text[], $5::bytea, $6::timestamptz
     where (select count(*) from app_store_evidence where recorded_at >= $7 and missing = $4::text[]) < $8::integer`,
    [id, url, httpStatus, missing, body, recordedAt, alikeSince, alikeMax],
  );
}

/** Newest first. */
export const evidenceList = defineList<EvidenceRecord>({
  columns: 'id, url, http_status, missing, recorded_at',
  from: 'from app_store_evidence',
  order: 'recorded_at desc, id desc',
  values: () => [],
});

export async function findEvidence(sql: Sql, id: string): Promise<(EvidenceRecord & { readonly body: Buffer }) | undefined> {
  const { rows } = await sql.query<EvidenceRecord & { readonly body: Buffer }>(
    `select id, url, http_status, missing, recorded_at, body from app_store_evidence where id = $1`,
    [id],
  );
  return rows[0];
}

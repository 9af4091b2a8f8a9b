import type { Sql } from '#stores/postgres/types.ts';

export interface EvidenceRow {
  readonly id: string;
  readonly url: string;
  readonly httpStatus: number | null;
  readonly missing: readonly string[];
  readonly recordedAt: Date;
}

/** Adds a row unless there are `alikeMax` with the same gaps since `since`; deletes those before `keptSince`. */
export async function insertEvidence(
  db: Sql,
  { id, url, httpStatus, missing, recordedAt }: EvidenceRow,
  {
    body,
    since,
    keptSince,
    alikeMax,
  }: { readonly body: Buffer; readonly since: Date; readonly keptSince: Date; readonly alikeMax: number },
): Promise<void> {
  await db.query('delete from app_store_evidence where recorded_at < $1', [keptSince]);
  await db.query(
    `insert into app_store_evidence (id, url, http_status, missing, body, recorded_at)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from app_store_evidence where recorded_at >= $7 and missing = $4) < $8::int`,
    [id, url, httpStatus, missing, body, recordedAt, since, alikeMax],
  );
}

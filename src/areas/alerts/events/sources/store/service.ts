import type { Sql } from '#stores/postgres/types.ts';

const ROWS_MAX = 1_000;

export interface WaitingLetters {
  readonly queue: string;
  readonly letters: number;
  readonly lastFailedAt: Date;
}

/** Dead letters that were not sent again, by queue. */
export async function listWaitingLetters(sql: Sql): Promise<WaitingLetters[]> {
  const { rows } = await sql.query<WaitingLetters>(
    `select queue, count(*)::integer as letters, max(failed_at) as last_failed_at from dead_letters
     where retried_at is null group by queue order by queue limit ${ROWS_MAX}`,
  );
  return rows;
}

export interface ExpiringKey {
  readonly id: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly organizationId: string | null;
  readonly expiresAt: Date;
}

/** Valid keys that expire by an instant, the next one first. */
export async function listExpiringKeys(sql: Sql, now: Date, until: Date): Promise<ExpiringKey[]> {
  const { rows } = await sql.query<ExpiringKey>(
    `select id, name, key_prefix, organization_id, expires_at from api_keys
     where revoked_at is null and expires_at > $1 and expires_at <= $2 order by expires_at, id limit ${ROWS_MAX}`,
    [now, until],
  );
  return rows;
}

export interface ServiceFact {
  readonly name: string;
  /** Of a check. */
  readonly status: string | null;
  /** Of a disk: 0 to 1. */
  readonly usedShare: number | null;
  readonly detail: string | null;
  /** Since when the status is so. */
  readonly since: Date;
  readonly seenAt: Date;
}

/** What the checks of the service found last, or how full its disks were. */
export async function listServiceFacts(sql: Sql, kind: 'check' | 'disk'): Promise<ServiceFact[]> {
  const { rows } = await sql.query<ServiceFact>(
    `select name, status, used_share, detail, since, seen_at from service_facts where kind = $1 order by name limit ${ROWS_MAX}`,
    [kind],
  );
  return rows;
}

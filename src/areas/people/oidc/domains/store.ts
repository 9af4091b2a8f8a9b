import type { Sql } from '#stores/postgres/types.ts';

/** A domain for whose addresses an organization speaks, once it is proved. */
export interface OwnedDomain {
  readonly organizationId: string;
  readonly domain: string;
  /** What the record holds. */
  readonly token: string;
  readonly createdAt: Date;
  readonly checkedAt: Date | null;
  readonly provedAt: Date | null;
}

const COLUMNS = 'organization_id, domain, token, created_at, checked_at, proved_at';

/** By name. */
export async function listDomainRows(sql: Sql, organizationId: string, max: number): Promise<OwnedDomain[]> {
  const { rows } = await sql.query<OwnedDomain>(
    `select ${COLUMNS} from domains_proved where organization_id = $1 order by domain limit $2`,
    [organizationId, max],
  );
  return rows;
}

export async function findDomain(sql: Sql, organizationId: string, domain: string): Promise<OwnedDomain | undefined> {
  const { rows } = await sql.query<OwnedDomain>(`select ${COLUMNS} from domains_proved where organization_id = $1 and domain = $2`, [
    organizationId,
    domain,
  ]);
  return rows[0];
}

/** Unless it is there. */
export async function insertDomain(
  tx: Sql,
  { organizationId, domain, token, createdAt }: Pick<OwnedDomain, 'organizationId' | 'domain' | 'token' | 'createdAt'>,
): Promise<void> {
  await tx.query(
    'insert into domains_proved (organization_id, domain, token, created_at) values ($1, $2, $3, $4) on conflict (organization_id, domain) do nothing',
    [organizationId, domain, token, createdAt],
  );
}

export async function countDomains(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from domains_proved where organization_id = $1', [
    organizationId,
  ]);
  return rows[0]?.total ?? 0;
}

/** What was seen of its record: it stays proved since the first time in a row. */
export async function updateProof(
  sql: Sql,
  { organizationId, domain }: Pick<OwnedDomain, 'organizationId' | 'domain'>,
  { isThere, now }: { readonly isThere: boolean; readonly now: Date },
): Promise<void> {
  await sql.query(
    `update domains_proved set checked_at = $3, proved_at = case when $4 then coalesce(proved_at, $3) end
     where organization_id = $1 and domain = $2`,
    [organizationId, domain, now, isThere],
  );
}

/** @returns whether it was there */
export async function deleteDomain(sql: Sql, organizationId: string, domain: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from domains_proved where organization_id = $1 and domain = $2', [organizationId, domain]);
  return rowCount === 1;
}

import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { insertRows, toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';
import { DOMAIN_COLUMNS, toDomain, type DomainRecord, type DomainRow } from '../store.ts';

/** Adds those that nobody knows yet as `pending`, in the order given: sorted, so that two lists never wait for each other. */
export async function insertDomains(sql: Sql, domains: readonly string[], now: Date): Promise<void> {
  await insertRows(sql, {
    table: 'domains',
    columns: { domain: 'text', created_at: 'timestamptz' },
    rows: domains.map((domain) => ({ domain, created_at: now })),
    suffix: 'on conflict (domain) do nothing',
  });
}

export async function selectOnboardRecords(sql: Sql, domains: readonly string[]): Promise<DomainRecord[]> {
  const { rows } = await sql.query<DomainRow>(`select ${DOMAIN_COLUMNS} from domains where domain = any ($1) order by domain`, [domains]);
  return rows.map(toDomain);
}

/** The same, locked: one decision about a domain at a time. */
export async function lockOnboardRecords(tx: Transaction, domains: readonly string[]): Promise<DomainRecord[]> {
  const { rows } = await tx.query<DomainRow>(`select ${DOMAIN_COLUMNS} from domains where domain = any ($1) order by domain for update`, [
    domains,
  ]);
  return rows.map(toDomain);
}

/** The id of a domain, whose record is made unless it is there; locked. */
export async function lockDomain(tx: Transaction, domain: string, now: Date): Promise<number> {
  await insertDomains(tx, [domain], now);
  const [record] = await lockOnboardRecords(tx, [domain]);
  if (record === undefined) throw new Error(`The record of domain ${domain} is not readable`);
  return record.id;
}

/** An onboarding that a domain is waiting for. */
export interface PendingOnboarding {
  readonly id: number;
  readonly workflow_id: string;
  /** What it asks for, as the workflow takes it. */
  readonly options: object;
}

const PENDING: ColumnTypes<PendingOnboarding> = { id: 'bigint', workflow_id: 'text', options: 'jsonb' };

export async function updatePendingOnboardings(sql: Sql, rows: readonly PendingOnboarding[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `update domains d set onboard_status = 'pending', onboard_workflow_id = t.workflow_id, onboard_options = t.options::jsonb, onboard_error = null
     from ${unnest(PENDING)} where d.id = t.id`,
    toArrays(PENDING, rows),
  );
}

/**
 * Sets the tier by who has the site: `customer` when a project has it as a primary website,
 * `competitor` when only as a competitor, else `prospect`. The assets are of a later area, so they are
 * read here by their id alone.
 */
export async function updateDataTiers(sql: Sql, domainIds: readonly number[]): Promise<void> {
  await sql.query(
    `update domains d set data_tier = tiers.tier
     from (
       select known.id, case
         when exists (select from assets a where a.domain_id = known.id and a.role = 'primary') then 'customer'
         when exists (select from assets a where a.domain_id = known.id) then 'competitor'
         else 'prospect' end as tier
       from unnest($1::bigint[]) as known (id)) tiers
     where d.id = tiers.id and d.data_tier <> tiers.tier`,
    [domainIds],
  );
}

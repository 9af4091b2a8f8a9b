import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { DataTier } from './details.ts';

export const ONBOARD_STATUSES = ['pending', 'in_progress', 'complete', 'failed'] as const;
export type OnboardStatus = (typeof ONBOARD_STATUSES)[number];

/** What is known of a domain's onboarding. */
export interface DomainRecord {
  readonly id: number;
  readonly domain: string;
  readonly onboardStatus: OnboardStatus;
  readonly onboardWorkflowId: string | null;
  /** True once an onboarding has completed, even if a later one is pending or failed. */
  readonly wasOnboarded: boolean;
}

const COLUMNS = `id, domain, onboard_status, onboard_workflow_id,
  onboard_status = 'complete' or onboard_completed_at is not null as was_onboarded`;

export async function findDomain(sql: Sql, domain: string): Promise<DomainRecord | undefined> {
  const { rows } = await sql.query<DomainRecord>(`select ${COLUMNS} from domains where domain = $1`, [domain]);
  return rows[0];
}

/** Adds unknown domains as `pending`. @param domains sorted, so that two writers never wait for each other in a circle */
export async function insertDomains(sql: Sql, domains: readonly string[], now: Date): Promise<void> {
  await insertRows(sql, {
    table: 'domains',
    columns: { domain: 'text', created_at: 'timestamptz' },
    rows: domains.map((domain) => ({ domain, created_at: now })),
    suffix: 'on conflict (domain) do nothing',
  });
}

export async function listOnboardRecords(sql: Sql, domains: readonly string[]): Promise<DomainRecord[]> {
  const { rows } = await sql.query<DomainRecord>(`select ${COLUMNS} from domains where domain = any ($1) order by domain`, [domains]);
  return rows;
}

/** Data tiers of domains that have a record. */
export async function listDataTiers(
  sql: Sql,
  domains: readonly string[],
): Promise<{ readonly domain: string; readonly dataTier: DataTier }[]> {
  const { rows } = await sql.query<{ domain: string; dataTier: DataTier }>(
    'select domain, data_tier from domains where domain = any ($1) order by domain',
    [domains],
  );
  return rows;
}

/** The same, locked: one decision about a domain at a time. */
export async function lockOnboardRecords(tx: Transaction, domains: readonly string[]): Promise<DomainRecord[]> {
  const { rows } = await tx.query<DomainRecord>(`select ${COLUMNS} from domains where domain = any ($1) order by domain for update`, [
    domains,
  ]);
  return rows;
}

/** The id of a domain, whose record is made unless it is there; locked. */
export async function lockDomain(tx: Transaction, domain: string, now: Date): Promise<number> {
  await insertDomains(tx, [domain], now);
  const [record] = await lockOnboardRecords(tx, [domain]);
  if (record === undefined) throw new Error(`The record of domain ${domain} is not readable`);
  return record.id;
}

/**
 * Sets the tier of each domain: `customer` when a project has it as a primary website,
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

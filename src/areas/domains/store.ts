import type { Sql } from '#stores/postgres/types.ts';

export const ONBOARD_STATUSES = ['pending', 'in_progress', 'complete', 'failed'] as const;
export type OnboardStatus = (typeof ONBOARD_STATUSES)[number];

/** What is known of a domain's onboarding (specification 2.9, 3.2). */
export interface DomainRecord {
  readonly id: number;
  readonly domain: string;
  readonly onboardStatus: OnboardStatus;
  readonly onboardWorkflowId: string | null;
  /** It was `complete` once; it may be waiting for more, or have failed at that. */
  readonly wasOnboarded: boolean;
}

export interface DomainRow {
  id: number;
  domain: string;
  onboard_status: OnboardStatus;
  onboard_workflow_id: string | null;
  was_onboarded: boolean;
}

/** What `toDomain` reads. */
export const DOMAIN_COLUMNS = `id, domain, onboard_status, onboard_workflow_id,
  onboard_status = 'complete' or onboard_completed_at is not null as was_onboarded`;

export async function findDomain(sql: Sql, domain: string): Promise<DomainRecord | undefined> {
  const { rows } = await sql.query<DomainRow>(`select ${DOMAIN_COLUMNS} from domains where domain = $1`, [domain]);
  return rows[0] && toDomain(rows[0]);
}

export function toDomain(row: DomainRow): DomainRecord {
  return {
    id: row.id,
    domain: row.domain,
    onboardStatus: row.onboard_status,
    onboardWorkflowId: row.onboard_workflow_id,
    wasOnboarded: row.was_onboarded,
  };
}

import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';
import type { OnboardStatus } from '../../records/store/domains.ts';

/** The onboarding that the domain had when it was read. */
export interface SeenClaim {
  readonly domainId: number;
  readonly status: OnboardStatus;
  readonly workflowId: string | null;
}

/** Of what was only classified more is asked from now on. */
const AS_PROSPECT = `data_tier = case data_tier when 'classified' then 'prospect' else data_tier end`;

/** Takes the domain for a workflow. @returns false when another run was faster */
export async function claimOnboarding(
  sql: Sql,
  seen: SeenClaim,
  by: { readonly workflowId: string; readonly options: object; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update domains set onboard_status = 'in_progress', onboard_workflow_id = $4, onboard_options = $5, onboard_started_at = $6,
       onboard_error = null, ${AS_PROSPECT}
     where id = $1 and onboard_status = $2 and onboard_workflow_id is not distinct from $3`,
    [seen.domainId, seen.status, seen.workflowId, by.workflowId, JSON.stringify(by.options), by.now],
  );
  return rowCount === 1;
}

export interface OnboardEnd {
  readonly status: 'complete' | 'failed' | 'pending';
  readonly error: string | null;
  readonly now: Date;
}

/** Ends the onboarding of the workflow. @returns false when the domain belongs to another one by now */
export async function endOnboarding(sql: Sql, domainId: number, workflowId: string, end: OnboardEnd): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update domains set onboard_status = $3, onboard_error = $4,
       onboard_completed_at = case when $3 = 'complete' then $5 else onboard_completed_at end
     where id = $1 and onboard_workflow_id = $2 and (onboard_status = 'in_progress' or onboard_status = $3)`,
    [domainId, workflowId, end.status, end.error, end.now],
  );
  return rowCount === 1;
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
    `update domains d set onboard_status = 'pending', onboard_workflow_id = t.workflow_id, onboard_options = t.options::jsonb, onboard_error = null, ${AS_PROSPECT}
     from ${unnest(PENDING)} where d.id = t.id`,
    toArrays(PENDING, rows),
  );
}

import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { OnboardStatus } from '../store.ts';
import type { Market } from './keywords.ts';

/** Whom the domain belongs to at present, as it was read. */
export interface SeenClaim {
  readonly domainId: number;
  readonly status: OnboardStatus;
  readonly workflowId: string | null;
}

/** Takes the domain for a workflow; false: somebody was faster. */
export async function claimOnboarding(
  sql: Sql,
  seen: SeenClaim,
  by: { readonly workflowId: string; readonly options: object; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update domains set onboard_status = 'in_progress', onboard_workflow_id = $4, onboard_options = $5, onboard_started_at = $6,
       onboard_error = null
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

/** Ends what the workflow holds; false: it holds it no longer. */
export async function endOnboarding(sql: Sql, domainId: number, workflowId: string, end: OnboardEnd): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update domains set onboard_status = $3, onboard_error = $4,
       onboard_completed_at = case when $3 = 'complete' then $5 else onboard_completed_at end
     where id = $1 and onboard_workflow_id = $2 and (onboard_status = 'in_progress' or onboard_status = $3)`,
    [domainId, workflowId, end.status, end.error, end.now],
  );
  return rowCount === 1;
}

/** A domain's referring pages that were neither classified nor sent to it, in order of their ids; locked. */
export async function lockUnsentUrlIds(tx: Transaction, domainId: number, limit: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select urls.id from urls
     where urls.url_hash in (select url_hash from backlinks where domain_id = $1)
       and urls.last_classified_at is null and urls.classify_message_id is null
     order by urls.id limit $2 for update of urls`,
    [domainId, limit],
  );
  return rows.map(({ id }) => id);
}

/** The keywords of a domain in a market, each once. */
export async function selectKeywordTexts(
  sql: Sql,
  given: Market & { readonly domainId: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    `select distinct keyword from domain_keywords
     where domain_id = $1 and location_code = $2 and language_code = $3 and our_lost_at is null
     order by keyword limit $4`,
    [given.domainId, given.locationCode, given.languageCode, given.limit],
  );
  return rows.map(({ keyword }) => keyword);
}

import type { Sql } from '#stores/postgres/types.ts';
import type { OnboardStatus } from '../store.ts';

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

/** A domain's referring pages that nobody has classified, in order of their ids, after one of them. */
export async function selectUnclassifiedUrlIds(
  sql: Sql,
  { domainId, after, limit }: { readonly domainId: number; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `select urls.id from (select distinct url_hash from backlinks where domain_id = $1) link
     join urls on urls.url_hash = link.url_hash
     where urls.id > $2 and urls.last_classified_at is null
     order by urls.id limit $3`,
    [domainId, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** The keywords of a domain in a market, each once, after one of them. */
export async function selectKeywordTexts(
  sql: Sql,
  given: {
    readonly domainId: number;
    readonly locationCode: number;
    readonly languageCode: string;
    readonly after: string;
    readonly limit: number;
  },
): Promise<string[]> {
  const { rows } = await sql.query<{ keyword: string }>(
    `select distinct keyword from domain_keywords
     where domain_id = $1 and location_code = $2 and language_code = $3 and keyword > $4 and our_lost_at is null
     order by keyword limit $5`,
    [given.domainId, given.locationCode, given.languageCode, given.after, given.limit],
  );
  return rows.map(({ keyword }) => keyword);
}

import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Confirmation, Enrichment, RunStatus } from '../research-run.ts';
import type { HarvestRecord, RunRecord } from '../run-record.ts';

/** The columns of a `RunRecord`. */
const COLUMNS = `id, project_id, organization_id, user_id, url, host, status, options, enrichment, confirmation, harvest, errors, error,
  workflow_id, harvest_workflow_id,
  created_at, updated_at, confirmed_at, completed_at`;

export type NewRun = Pick<
  RunRecord,
  'id' | 'projectId' | 'organizationId' | 'userId' | 'url' | 'host' | 'options' | 'workflowId' | 'createdAt'
>;

export async function insertResearchRun(sql: Sql, run: NewRun): Promise<void> {
  await sql.query(
    `insert into research_runs (id, project_id, organization_id, user_id, url, host, status, options, workflow_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'queued', $7, $8, $9, $9)`,
    [run.id, run.projectId, run.organizationId, run.userId, run.url, run.host, JSON.stringify(run.options), run.workflowId, run.createdAt],
  );
}

export async function findResearchRun(sql: Sql, runId: string): Promise<RunRecord | undefined> {
  const { rows } = await sql.query<RunRecord>(`select ${COLUMNS} from research_runs where id = $1`, [runId]);
  return rows[0];
}

/** Which runs a list holds; what is null does not matter. */
export interface RunFilter {
  readonly organizationId: string | null;
  readonly projectIds: readonly string[] | null;
  readonly status: RunStatus | null;
}

/** Newest first. */
export const runRecords = defineList<RunRecord, RunFilter>({
  columns: COLUMNS,
  from: `from research_runs where ($1::text is null or organization_id = $1)
  and ($2::text[] is null or project_id = any($2)) and ($3::text is null or status = $3)`,
  order: 'created_at desc, id',
  values: ({ organizationId, projectIds, status }) => [organizationId, projectIds, status],
});

/** `queued` -> `awaiting_category_confirmation`. */
export async function keepEnrichment(sql: Sql, runId: string, { enrichment, now }: { enrichment: Enrichment; now: Date }): Promise<void> {
  await sql.query(
    `update research_runs set status = 'awaiting_category_confirmation', enrichment = $2, updated_at = $3
     where id = $1 and status = 'queued'`,
    [runId, JSON.stringify(enrichment), now],
  );
}

/**
 * `awaiting_category_confirmation` -> `harvesting_keywords`.
 * @returns whether this call did it
 */
export async function confirmRun(
  sql: Sql,
  runId: string,
  { confirmation, workflowId, now }: { confirmation: Confirmation; workflowId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update research_runs set status = 'harvesting_keywords', confirmation = $2, harvest_workflow_id = $3, confirmed_at = $4, updated_at = $4
     where id = $1 and status = 'awaiting_category_confirmation'`,
    [runId, JSON.stringify(confirmation), workflowId, now],
  );
  return rowCount === 1;
}

/**
 * Any of `from` -> `failed`.
 * @returns whether this call did it
 */
export async function failRun(
  sql: Sql,
  runId: string,
  { from, error, now }: { from: readonly RunStatus[]; error: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update research_runs set status = 'failed', error = $3, completed_at = $4, updated_at = $4 where id = $1 and status = any($2)`,
    [runId, from, error, now],
  );
  return rowCount === 1;
}

/** `harvesting_keywords` -> `complete`. */
export async function completeRun(sql: Sql, runId: string, { harvest, now }: { harvest: HarvestRecord; now: Date }): Promise<void> {
  await sql.query(
    `update research_runs set status = 'complete', harvest = $2, errors = $3, completed_at = $4, updated_at = $4
     where id = $1 and status = 'harvesting_keywords'`,
    [runId, JSON.stringify(harvest), JSON.stringify(harvest.errors), now],
  );
}

/** A run whose work may have ended without its knowledge. */
export interface OpenRun {
  readonly id: string;
  readonly status: RunStatus;
  /** The one that works on it. */
  readonly workflowId: string;
}

/** Runs that are worked on, behind an id, in the order of their ids. */
export async function listOpenResearchRuns(sql: Sql, after: string, limit: number): Promise<OpenRun[]> {
  const { rows } = await sql.query<OpenRun>(
    `select id, status, case status when 'queued' then workflow_id else harvest_workflow_id end as workflow_id from research_runs
     where status in ('queued', 'harvesting_keywords') and id > $1 order by id limit $2`,
    [after, limit],
  );
  return rows;
}

/** Runs that wait for a confirmation since before an instant -> `failed`. @returns their ids */
export async function expireRuns(sql: Sql, { before, error, now }: { before: Date; error: string; now: Date }): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `update research_runs set status = 'failed', error = $2, completed_at = $3, updated_at = $3
     where status = 'awaiting_category_confirmation' and updated_at < $1 returning id`,
    [before, error, now],
  );
  return rows.map(({ id }) => id);
}

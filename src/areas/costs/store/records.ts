import type { Page } from '#kernel/lists.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { IS_MADE } from './ledger.ts';
import { countRows, type CostFilter } from './reads.ts';

/** A row of the ledger as it is read. */
export interface CostRecord {
  readonly id: string;
  readonly runId: string | null;
  readonly projectId: string | null;
  readonly service: string;
  readonly endpoint: string;
  readonly costUsd: number;
  readonly estimateUsd: number;
  readonly requestCount: number;
  readonly appId: string | null;
  readonly categoryId: string | null;
  readonly taskId: string | null;
  readonly success: number;
  readonly itemsReturned: number | null;
  readonly isConfirmed: number;
  readonly source: string;
  readonly workflowType: string | null;
  readonly apiKeyId: string | null;
  readonly personId: string | null;
  readonly createdAt: Date;
}

export interface RecordFilter extends CostFilter {
  readonly runId?: string | undefined;
  readonly service?: string | undefined;
}

const WHERE = `
  where ($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at < $2)
    and ($3::text[] is null or project_id = any($3)) and ($4::text is null or run_id = $4) and ($5::text is null or service = $5)`;

/** Rows of the ledger, newest first. */
export async function listCostRecords(sql: Sql, filter: RecordFilter, { limit, offset }: Page): Promise<CostRecord[]> {
  const { rows } = await sql.query<CostRecord>(
    `select id, run_id, project_id, service, endpoint, cost_usd, estimate_usd, request_count, app_id, category_id, task_id, success,
            items_returned, is_confirmed, source, workflow_type, api_key_id, person_id, created_at
     from api_costs ${WHERE}
     order by created_at desc, id
     limit $6 offset $7`,
    [...toValues(filter), limit, offset],
  );
  return rows;
}

/** How many rows `listCostRecords` has. */
export async function countRecords(sql: Sql, filter: RecordFilter): Promise<number> {
  if (filter.runId === undefined) return await countRows(sql, filter, filter.service);
  const { rows } = await sql.query<{ count: number }>(`select count(*) as count from api_costs ${WHERE}`, toValues(filter));
  return rows[0]?.count ?? 0;
}

export interface RunTotals {
  readonly costUsd: number;
  readonly requests: number;
  readonly projects: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

/** What a run cost, as far as these projects paid for it. */
export async function getRunTotals(sql: Sql, { runId, projectIds }: Pick<RecordFilter, 'runId' | 'projectIds'>): Promise<RunTotals> {
  const { rows } = await sql.query<RunTotals>(
    `select coalesce(sum(cost_usd), 0) as cost_usd,
            coalesce(sum(case when $2::text[] is null then request_count else ${IS_MADE}::integer end), 0) as requests,
            count(distinct project_id) as projects, min(created_at) as first_at, max(created_at) as last_at
     from api_costs
     where run_id = $1 and ($2::text[] is null or project_id = any($2))`,
    [runId, projectIds],
  );
  return rows[0] ?? { costUsd: 0, requests: 0, projects: 0, firstAt: null, lastAt: null };
}

export async function listRunServices(
  sql: Sql,
  { runId, projectIds }: Pick<RecordFilter, 'runId' | 'projectIds'>,
): Promise<{ service: string; costUsd: number; requests: number }[]> {
  const { rows } = await sql.query<{ service: string; costUsd: number; requests: number }>(
    `select service, sum(cost_usd) as cost_usd, sum(case when $2::text[] is null then request_count else ${IS_MADE}::integer end) as requests
     from api_costs
     where run_id = $1 and ($2::text[] is null or project_id = any($2))
     group by service order by sum(cost_usd) desc, service limit 100`,
    [runId, projectIds],
  );
  return rows;
}

function toValues({ since, until, projectIds, runId, service }: RecordFilter): unknown[] {
  return [since, until, projectIds, runId, service];
}

/** What the ledger says of one task of the provider; one row for each project that shares its price. */
export interface TaskCost {
  readonly id: string;
  readonly service: string;
  readonly endpoint: string;
  readonly costUsd: number;
  readonly projectId: string | null;
  readonly runId: string | null;
  readonly workflowType: string | null;
  /** Our id of the call, which the provider echoes. */
  readonly tag: string | null;
  readonly isSuccess: boolean;
  readonly createdAt: Date;
}

/** Projects that share a price: a bound far above real numbers. */
const ROWS_MAX = 1_000;

export async function listTaskCosts(sql: Sql, taskId: string): Promise<TaskCost[]> {
  const { rows } = await sql.query<TaskCost>(
    `select id, service, endpoint, cost_usd, project_id, run_id, workflow_type, tag, success = 1 as is_success, created_at
     from api_costs where task_id = $1 order by part, id limit ${ROWS_MAX}`,
    [taskId],
  );
  return rows;
}

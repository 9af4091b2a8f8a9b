import type { Sql } from '#stores/postgres/types.ts';

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

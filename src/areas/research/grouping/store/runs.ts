import type { Sql } from '#stores/postgres/types.ts';
import type { Confirmation } from '../../runs/research-run.ts';

/** What grouping needs of its run. */
export interface GroupingOrder {
  readonly id: string;
  readonly projectId: string | null;
  readonly organizationId: string | null;
  readonly confirmation: Confirmation;
}

/** @throws Error when there is no such run, or it is not confirmed: its states do not let it come here */
export async function getGroupingOrder(sql: Sql, runId: string): Promise<GroupingOrder> {
  const { rows } = await sql.query<Omit<GroupingOrder, 'confirmation'> & { confirmation: Confirmation | null }>(
    'select id, project_id, organization_id, confirmation from research_runs where id = $1',
    [runId],
  );
  const [run] = rows;
  if (run === undefined || run.confirmation === null) throw new Error(`there is no confirmed run ${runId}`);
  return { ...run, confirmation: run.confirmation };
}

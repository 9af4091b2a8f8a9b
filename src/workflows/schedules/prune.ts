import { z } from 'zod';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import type { Schedule } from './schedules.ts';
import type { Workflow, WorkflowScope } from '../define.ts';
import { GENERAL_TASKS } from '../queues/queues.ts';
import { IS_OPEN } from '../dbos/read/completions.ts';

/** The engine's own workflow, beside those of the areas. */
export const PRUNE_WORKFLOW = 'workflow-prune';
const DAYS_DEFAULT = 30;
const BATCH_SIZE = 1_000;

export interface PruneTools {
  readonly postgres: Postgres;
  readonly clock: Clock;
}

/** Removes the state of workflows that ended before an instant; returns how many there were. */
export async function pruneFinished(postgres: Postgres, before: Date): Promise<number> {
  let total = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await deleteFinished(postgres, before, BATCH_SIZE);
  return total;
}

/** Keeps workflow state for the setting `workflow_retention_days`, 30 days unless set. */
export function makePruneWorkflow({ postgres, clock }: PruneTools): Workflow {
  return {
    name: PRUNE_WORKFLOW,
    summary: 'removes the state of workflows that ended long ago',
    input: z.object({}),
    queue: GENERAL_TASKS,
    run: async (scope: WorkflowScope) => {
      const pruned = await scope.step('prune', async () => {
        const days = await readRetentionDays(postgres);
        return await pruneFinished(postgres, new Date(clock.realNow() - days * DAY_MS));
      });
      return { pruned };
    },
  } as unknown as Workflow;
}

export const PRUNE_SCHEDULE: Schedule = { name: 'workflow-prune', cron: '40 3 * * *', workflow: PRUNE_WORKFLOW, input: {} };

async function readRetentionDays(postgres: Postgres): Promise<number> {
  const { rows } = await postgres.query<{ value: unknown }>(`select value from settings where name = 'workflow_retention_days'`);
  const value = rows[0]?.value;
  return typeof value === 'number' && value > 0 ? value : DAYS_DEFAULT;
}

/**
 * Removes the state of workflows that ended before an instant, at most `limit` of them; a paused one
 * has not ended. Dead letters stay.
 */
async function deleteFinished(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `with old as (
       select w.workflow_uuid as id from dbos.workflow_status w
        where w.completed_at < $1 and not ${IS_OPEN} order by w.completed_at, w.workflow_uuid limit $2),
     gone as (delete from dbos.workflow_status w using old where w.workflow_uuid = old.id returning w.workflow_uuid as id),
     inputs as (delete from dbos.workflow_input x using old where x.workflow_uuid = old.id),
     outputs as (delete from dbos.workflow_output x using old where x.workflow_uuid = old.id),
     steps as (delete from dbos.operation_outputs x using old where x.workflow_uuid = old.id),
     events as (delete from workflow_events x using old where x.workflow_id = old.id),
     marks as (delete from workflow_marks x using old where x.workflow_id = old.id)
     select count(*) as count from gone`,
    [before.getTime(), limit],
  );
  return rows[0]?.count ?? 0;
}

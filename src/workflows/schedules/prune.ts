import { z } from 'zod';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Schedule } from './schedules.ts';
import type { Workflow, WorkflowScope } from '../define.ts';
import { deleteFinished } from '../dbos/write/records.ts';
import { GENERAL_TASKS } from '../queues/queues.ts';

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

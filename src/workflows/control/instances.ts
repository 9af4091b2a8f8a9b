import { notFound } from '#kernel/errors.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { countEvents, listEvents } from '../dbos/read/history.ts';
import { findInstance, findStatuses, listOpenIds } from '../dbos/read/instances.ts';
import { findFamily, listSummaries, countSummaries } from '../dbos/read/summaries.ts';
import { countConsumers } from '../queues/queue-store.ts';
import { returnToQueue } from '../dbos/write/recovery.ts';
import { nameWorkflow } from '../name-workflow.ts';
import type { Registry } from '../registry.ts';
import type { Run, Runs } from '../runs/runs.ts';
import { cancelInstances, lockInstance } from '../dbos/write/state.ts';
import { joinSteps, listRecordedSteps, listStepsElsewhere } from '../dbos/read/steps.ts';
import { WORKFLOW_STATUSES, type Workflows, type WorkflowStep } from '../types.ts';

/** Watching workflows (docs/workflows.md). */
export type Instances = Pick<
  Workflows,
  | 'find'
  | 'nameOf'
  | 'findStatuses'
  | 'listOpenIds'
  | 'isConsumed'
  | 'hasWorker'
  | 'list'
  | 'listPage'
  | 'listSteps'
  | 'listEvents'
  | 'findFamily'
>;

export interface InstancesOptions {
  readonly postgres: Postgres;
  readonly registry: Registry;
  readonly runs: Runs;
}

export function makeInstances(options: InstancesOptions): Instances {
  const { postgres } = options;
  return {
    find: (id) => findInstance(postgres, id),
    nameOf: (type, input) => nameWorkflow(options.registry, type, input),
    findStatuses,
    listOpenIds,
    isConsumed: ({ workflow }) => options.registry.has(workflow),
    hasWorker: async (workflow) => (await countConsumers(postgres)).has(options.registry.get(workflow).queue.name),
    list: (filter) => listSummaries(postgres, { statuses: WORKFLOW_STATUSES, ...filter }),
    async listPage(filter) {
      const [workflows, total] = await Promise.all([listSummaries(postgres, filter), countSummaries(postgres, filter)]);
      return { workflows, total };
    },
    listSteps: (id) => listSteps(options, id),
    async listEvents(id, page) {
      const [events, total] = await Promise.all([listEvents(postgres, id, page), countEvents(postgres, id)]);
      return { events, total };
    },
    findFamily: (id) => findFamily(postgres, id),
  };
}

async function listSteps({ postgres, registry, runs }: InstancesOptions, id: string): Promise<WorkflowStep[]> {
  // What is in flight is looked at first: a step that ends meanwhile is then among the recorded ones.
  const run = runs.find(id);
  const inFlight = run ? [...run.steps.values()] : await listStepsElsewhere(postgres, id);
  const [instance, recorded] = await Promise.all([findInstance(postgres, id), listRecordedSteps(postgres, id)]);
  if (!instance) throw notFound('Workflow');
  const isEnded = instance.status === 'completed' || instance.status === 'failed' || instance.status === 'terminated';
  const declared = registry.list().find(({ name }) => name === instance.type)?.steps ?? [];
  return joinSteps(recorded, isEnded ? [] : inFlight, { declared, isDone: instance.status === 'completed' });
}

/**
 * Between two steps: takes the workflow away from this process, parked when it is still to be
 * paused, back on its queue when the process stops.
 * @returns false when the pause was withdrawn meanwhile
 */
export async function takeAway({ postgres, registry }: Omit<InstancesOptions, 'runs'>, executorId: string, run: Run): Promise<boolean> {
  if (!run.isPauseAsked) {
    await returnToQueue(postgres, registry.list(), { executorId, id: run.id });
    return true;
  }
  return await postgres.transaction(async (tx) => {
    const instance = await lockInstance(tx, run.id);
    if (!instance || instance.state !== 'PENDING' || instance.executorId !== executorId) return true;
    if (instance.status !== 'paused') return false;
    await cancelInstances(tx, [run.id]);
    return true;
  });
}

import { makeClock, type Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { makeBody } from './runs/execute.ts';
import { makeDeadLetters } from './queues/dead-letters.ts';
import type { Workflow } from './define.ts';
import { countDrained, makeIsDraining } from './queues/drain.ts';
import { makeCompletions, waitForOutput } from './runs/completions.ts';
import { makeInstances } from './control/instances.ts';
import { makeLiveEvents } from './live-events/live-events.ts';
import { startProcess, type WorkflowProcess } from './processes/process.ts';
import { makePruneWorkflow, pruneFinished, PRUNE_SCHEDULE } from './schedules/prune.ts';
import { makeRegistry } from './registry.ts';
import type { StartRuntime, WorkflowRuntime, WorkflowRuntimeOptions } from './runtime-types.ts';
import { makeControl } from './control/pause-resume-terminate.ts';
import type { Workflows } from './types.ts';

export { WORKFLOW_TOPICS } from './live-events/live-events.ts';

const POLLING_MS = 250;

/** Makes the runtime of this process; several processes over one PostgreSQL share the work. */
export function makeWorkflowRuntime<Context extends object>(options: WorkflowRuntimeOptions): WorkflowRuntime<Context> {
  const { postgres } = options;
  const clock = makeClock();
  let started: Started | undefined;
  const get = (): Started => {
    if (!started) throw new Error('workflows were used before their runtime has started, or after it has stopped');
    return started;
  };
  let stopping: Promise<void> | undefined;
  const stop = (graceMs?: number): Promise<void> => {
    // What still runs may need the runtime until its end.
    stopping ??= Promise.resolve(started?.process.stop(graceMs)).finally(() => {
      started = undefined;
      stopping = undefined;
    });
    return stopping;
  };
  return {
    workflows: makeFacade(get),
    deadLetters: makeDeadLetters(postgres, (tx, name, payload) => get().workflows.enqueue(tx, name, payload, { id: newId('wf_') })),
    async start(given) {
      if (started) throw new Error('the workflow runtime has started already');
      started = await startRuntime({ ...options, clock, getStarter: () => get().starter }, given);
      try {
        await started.process.takeWork();
      } catch (error) {
        await stop(0);
        throw error;
      }
    },
    stop,
    pruneFinished: (before) => pruneFinished(postgres, before),
    countDrained: () => countDrained(postgres),
  };
}

interface Started {
  readonly process: WorkflowProcess;
  readonly starter: WorkflowProcess['starter'];
  readonly workflows: Workflows;
}

type StartTools = WorkflowRuntimeOptions & { readonly clock: Clock; readonly getStarter: () => WorkflowProcess['starter'] };

async function startRuntime<Context extends object>(
  options: StartTools,
  { context, list, schedules, queues: given = [], messages = [] }: StartRuntime<Context>,
): Promise<Started> {
  const { postgres, clock } = options;
  const workflows = [...(list as readonly Workflow[]), makePruneWorkflow({ postgres, clock })];
  const registry = makeRegistry({ workflows, queues: given, messages });
  const { queues } = registry;
  const liveEvents = makeLiveEvents({ ...options, queues });
  const completions = makeCompletions();
  const isDraining = makeIsDraining(postgres, clock);
  const tools = {
    ...options,
    queueDepths: liveEvents.queueDepths,
    publishSteps: liveEvents.publishSteps,
    completions,
    isDraining,
    getContext: () => context,
  };
  const process = await startProcess({
    ...tools,
    registry,
    executorId: newId('run_').replace('run_', 'exec_'),
    role: options.role ?? (options.isWorker ? 'worker' : 'api'),
    schedules: [...schedules, PRUNE_SCHEDULE],
    pollingMs: options.pollingMs ?? POLLING_MS,
    makeBody: (workflow, own) => liveEvents.publishRuns(workflow, makeBody({ ...tools, ...own }, workflow)),
  });
  const starter = liveEvents.publishEnqueued(process.starter);
  const { runs } = process;
  const waitFor = <Output>(id: string, waitMs: number) =>
    waitForOutput(tools, { id, waitMs }, starter.findOutputHere(id)) as Promise<{ output: Output } | undefined>;
  const instances = makeInstances({ postgres, registry, runs });
  const control = liveEvents.publishControl(makeControl({ postgres, registry, askPause: (id) => runs.askPause(id) }));
  return {
    process,
    starter,
    workflows: { queues, messages, ...instances, ...control, ...starter, getHeartbeat: () => process.getHeartbeat(), waitFor },
  };
}

/** Can be handed out before there is anything behind it. */
function makeFacade(get: () => Started): Workflows {
  return {
    get queues() {
      return get().workflows.queues;
    },
    get messages() {
      return get().workflows.messages;
    },
    enqueue: async (...given) => await get().workflows.enqueue(...given),
    enqueueAll: async (...given) => await get().workflows.enqueueAll(...given),
    sendAll: async (...given) => await get().workflows.sendAll(...given),
    start: async (...given) => await get().workflows.start(...given),
    startNow: async (...given) => await get().workflows.startNow(...given),
    waitFor: async (id, waitMs) => await get().workflows.waitFor(id, waitMs),
    find: async (id) => await get().workflows.find(id),
    nameOf: (type, input) => get().workflows.nameOf(type, input),
    findStatuses: async (sql, ids) => await get().workflows.findStatuses(sql, ids),
    listOpenIds: async (sql, workflow) => await get().workflows.listOpenIds(sql, workflow),
    isConsumed: (kind) => get().workflows.isConsumed(kind),
    getHeartbeat: () => get().workflows.getHeartbeat(),
    hasWorker: async (workflow) => await get().workflows.hasWorker(workflow),
    listSteps: async (id) => await get().workflows.listSteps(id),
    list: async (filter) => await get().workflows.list(filter),
    listPage: async (filter) => await get().workflows.listPage(filter),
    listEvents: async (id, page) => await get().workflows.listEvents(id, page),
    findFamily: async (id) => await get().workflows.findFamily(id),
    pause: async (id) => await get().workflows.pause(id),
    resume: async (id) => await get().workflows.resume(id),
    terminate: async (id) => await get().workflows.terminate(id),
  };
}

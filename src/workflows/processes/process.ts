import type { Clock } from '#kernel/clock.ts';
import { makeLiveness, type Liveness } from './liveness.ts';
import { makeSignals, type Signal, type Signals } from './signals.ts';
import { readVersion } from '../../version.ts';
import type { Workflow } from '../define.ts';
import { makeDispatcher, type Dispatcher } from '../queues/dispatch.ts';
import { startEngine, type Body, type Engine } from '../dbos/sdk/engine.ts';
import { releaseExecution } from '../dbos/sdk/executions.ts';
import { makeStarter, type Starter, type StarterOptions } from '../queues/enqueue.ts';
import { takeAway } from '../control/instances.ts';
import { CLOSING_MS, GRACE_MS } from '../time-outs.ts';
import { makeRetries, type Retries } from '../runs/put-back.ts';
import { makeRuns, type Run, type Runs } from '../runs/runs.ts';
import { applySchedules, type SchedulingOptions } from '../schedules/apply-schedules.ts';
import type { WorkflowRuntimeOptions } from '../runtime-types.ts';

/** One process's share in the work: takes it, runs it, takes over from the dead, and hands it back at the end. */
export interface WorkflowProcess extends Pick<Liveness, 'getHeartbeat'> {
  readonly starter: Starter;
  readonly runs: Runs;
  /** Takes over from the dead and, as a worker, keeps the schedules and takes work off the queues. */
  takeWork(): Promise<void>;
  stop(graceMs?: number): Promise<void>;
}

export interface ProcessOptions
  extends Omit<StarterOptions, 'engine'>, Pick<WorkflowRuntimeOptions, 'logger' | 'isWorker' | 'frozenAfterMs' | 'version' | 'worldClock'> {
  /** Publishes how full the queues are. */
  readonly queueDepths: { start(): void; stop(): Promise<void> };
  readonly clock: Clock;
  readonly executorId: string;
  readonly role: string;
  readonly schedules: SchedulingOptions['schedules'];
  readonly pollingMs: number;
  readonly makeBody: (workflow: Workflow, own: { readonly runs: Runs; readonly retries: Retries }) => Body;
}

/** Starts the engine; nothing runs until `takeWork`. */
export async function startProcess(given: ProcessOptions): Promise<WorkflowProcess> {
  const options = { ...given, version: given.version ?? readVersion() };
  const { postgres, registry, executorId } = options;
  const runs = makeRuns((run) => takeAway({ postgres, registry }, executorId, run));
  const liveness = makeLiveness({ ...options, runs });
  const parts: Parts = {
    runs,
    liveness,
    queueDepths: options.queueDepths,
    dispatcher: undefined,
    stopSchedules: undefined,
    engine: undefined,
    signals: undefined,
  };
  const retries = makeRetries({ ...options, letGo: (run, waitMs) => letGo(registry.get(run.type), run, { ...parts, waitMs }) });
  parts.signals = makeSignals({ ...options, onSignal: (signal) => handleSignal(signal, parts) });
  try {
    await parts.signals.start();
    await liveness.announce();
    const bodies = new Map(registry.list().map((workflow) => [workflow.name, options.makeBody(workflow, { runs, retries })]));
    // What this process begins past its queue has its row since then.
    const isFresh = (id: string): boolean => runs.find(id)?.past?.isFresh ?? starter.isStartedHere(id);
    const engine = await startEngine({ ...options, bodies, isFresh });
    parts.engine = engine;
    const starter = makeStarter({ ...options, engine });
    return {
      starter,
      runs,
      getHeartbeat: () => liveness.getHeartbeat(),
      takeWork: () => takeWork({ ...options, engine }, parts),
      stop: (graceMs = GRACE_MS) => stopProcess(parts, graceMs),
    };
  } catch (error) {
    await stopProcess(parts, 0).catch(() => undefined);
    throw error;
  }
}

interface Parts {
  readonly runs: Runs;
  readonly liveness: Liveness;
  readonly queueDepths: ProcessOptions['queueDepths'];
  signals: Signals | undefined;
  engine: Engine | undefined;
  dispatcher: Dispatcher | undefined;
  /** Stops schedules that follow a simulated world. */
  stopSchedules: (() => Promise<void>) | undefined;
}

async function takeWork(options: ProcessOptions & { engine: Engine; version: string }, parts: Parts): Promise<void> {
  await parts.liveness.start();
  parts.queueDepths.start();
  if (!options.isWorker) return;
  parts.stopSchedules = await applySchedules(options);
  parts.dispatcher = makeDispatcher({ ...options, runs: parts.runs });
  parts.dispatcher.start();
}

/** The slot is free at once; the message itself is due after its wait. */
function letGo({ queue }: Workflow, { id }: Run, { dispatcher, waitMs }: Parts & { readonly waitMs: number }): void {
  releaseExecution(id);
  dispatcher?.poke(queue.name);
  dispatcher?.lookIn(waitMs);
}

function handleSignal({ kind, subject }: Signal, { runs, dispatcher }: Parts): void {
  switch (kind) {
    case 'queue':
      return dispatcher?.poke(subject);
    case 'pause':
      return runs.askPause(subject);
    case 'resume':
      return runs.withdrawPause(subject);
    case 'terminate':
      return runs.drop(subject);
  }
}

/**
 * Takes no new work, waits until each run has finished its steps in flight, and hands the workflows back; at the
 * end of the grace the steps still in flight are aborted and will be begun again elsewhere.
 */
async function stopProcess(parts: Parts, graceMs: number): Promise<void> {
  const { runs, liveness, queueDepths, signals, engine, dispatcher, stopSchedules } = parts;
  const endsAt = performance.now() + graceMs;
  await queueDepths.stop();
  await stopSchedules?.();
  await dispatcher?.stop();
  runs.stop();
  // What was waited for until here counts: an ill PostgreSQL can take seconds for each of them.
  await runs.waitUntilEmpty(Math.max(0, endsAt - CLOSING_MS - performance.now()));
  if (engine) await liveness.stop();
  for (const id of runs.listIds()) runs.drop(id);
  await runs.waitUntilEmpty(Math.min(graceMs, CLOSING_MS / 2));
  await engine?.stop();
  await signals?.stop();
}
